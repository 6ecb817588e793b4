package dev.mortise.pipeline.window;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.SidedRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.spec.FieldRef;
import dev.mortise.pipeline.spec.NamedWindow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows that a window is over, and gives each its group: a row of the {@code by} fields,
 * under the names that the spec has for them.
 *
 * @param <T> the rows before
 */
public final class TakeRows<T> extends PTransform<PCollection<T>, PCollection<KV<Row, WindowRow>>> {
  private static final long serialVersionUID = 1L;

  private final NamedWindow window;
  private final ToWindowRow<T> toRow;
  private final transient RowSchemasOfJoin schemas;

  private TakeRows(NamedWindow window, RowSchemasOfJoin schemas, ToWindowRow<T> toRow) {
    this.window = window;
    this.schemas = schemas;
    this.toRow = toRow;
  }

  /**
   * The schemas of a join.
   *
   * @param key of its keys
   * @param left of its left rows
   * @param right of its right rows
   */
  public record RowSchemasOfJoin(Schema key, Schema left, Schema right) {}

  /** Of pairs. */
  public static TakeRows<JoinedPair<Row, Row, Row>> ofPairs(
      NamedWindow window, RowSchemasOfJoin schemas) {
    return new TakeRows<>(window, schemas, (pair, time) -> WindowRow.of(pair));
  }

  /** Of unmatched rows of a side. */
  public static TakeRows<UnmatchedRow<Row, Row>> ofUnmatched(
      NamedWindow window, RowSchemasOfJoin schemas, JoinSide side) {
    return new TakeRows<>(
        window,
        schemas,
        (row, time) -> WindowRow.of(side, row.reason(), row.key(), row.eventTime(), row.row()));
  }

  /** Of an input's rows, with their keys. */
  public static TakeRows<KV<Row, Row>> ofInput(
      NamedWindow window, RowSchemasOfJoin schemas, JoinSide side) {
    return new TakeRows<>(
        window,
        schemas,
        (row, time) -> WindowRow.of(side, null, row.getKey(), time, row.getValue()));
  }

  /** Of one input's rows, with their keys, where rows of both come together. */
  public static TakeRows<KV<Row, SidedRow<Row, Row>>> ofSide(
      NamedWindow window, RowSchemasOfJoin schemas, JoinSide side) {
    return new TakeRows<>(
        window,
        schemas,
        (row, time) -> {
          SidedRow<Row, Row> sided = row.getValue();
          Row own = side == JoinSide.LEFT ? sided.left() : sided.right();
          return sided.side() == side ? WindowRow.of(side, null, row.getKey(), time, own) : null;
        });
  }

  @Override
  public PCollection<KV<Row, WindowRow>> expand(PCollection<T> rows) {
    Schema by = groupSchema(window);
    return rows.apply("GroupRows", ParDo.of(new TakeFn<>(window, by, toRow)))
        .setCoder(
            KvCoder.of(
                RowCoder.of(by),
                new WindowRowCoder(
                    RowCoder.of(schemas.key()),
                    RowCoder.of(schemas.left()),
                    RowCoder.of(schemas.right()))));
  }

  private static Schema groupSchema(NamedWindow window) {
    Schema.Builder by = Schema.builder();
    for (FieldRef field : window.by()) {
      by.addNullableField(field.written(), field.type().withNullable(false));
    }
    return by.build();
  }

  /** Makes a row of a window, or null of what it is not over. */
  private interface ToWindowRow<T> extends Serializable {
    @Nullable WindowRow apply(T row, Instant eventTime);
  }

  /** Groups rows. */
  static final class TakeFn<T> extends DoFn<T, KV<Row, WindowRow>> {
    private static final long serialVersionUID = 1L;

    private final WindowCounters counters;

    @SuppressWarnings("serial") // An immutable list of serializable values.
    private final List<FieldRef> by;

    private final Schema schema;
    private final ToWindowRow<T> toRow;

    TakeFn(NamedWindow window, Schema schema, ToWindowRow<T> toRow) {
      this.counters = new WindowCounters(window.name());
      this.by = window.by();
      this.schema = schema;
      this.toRow = toRow;
    }

    @ProcessElement
    public void group(
        @Element T element, @Timestamp Instant eventTime, OutputReceiver<KV<Row, WindowRow>> out) {
      WindowRow row = toRow.apply(element, eventTime);
      if (row == null) {
        return;
      }
      counters.row();
      List<@Nullable Object> group = new ArrayList<>(by.size());
      for (FieldRef field : by) {
        group.add(FieldValues.of(field, row));
      }
      out.output(KV.of(Row.withSchema(schema).attachValues(group), row));
    }
  }
}
