package dev.mortise.pipeline.graph;

import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinSide;
import dev.mortise.join.SidedRow;
import dev.mortise.pipeline.source.RowSchemas;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.window.RowAggregates;
import dev.mortise.pipeline.window.TakeRows;
import dev.mortise.pipeline.window.TakeRows.RowSchemasOfJoin;
import dev.mortise.pipeline.window.WindowCounters;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.Timing;
import dev.mortise.window.TooLateRow;
import dev.mortise.window.WindowPane;
import dev.mortise.window.WindowedAggregate;
import dev.mortise.window.WindowedAggregateResult;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Adds the windows of a spec. The steps of a window have its name behind their own, such as {@code
 * AggregateWindow-revenue_5m}: a window's state belongs to its name.
 */
final class WindowGraph {
  private final IntervalJoinResult<Row, Row, Row> joined;
  private final InputRows inputs;
  private final RowSchemasOfJoin schemas;

  /** The rows of both inputs with their keys, as they come into the join. */
  static final class InputRows {
    private final Map<JoinSide, PCollection<KV<Row, Row>>> ofSide = new EnumMap<>(JoinSide.class);
    private @Nullable PCollection<KV<Row, SidedRow<Row, Row>>> together;

    void put(JoinSide side, PCollection<KV<Row, Row>> rows) {
      ofSide.put(side, rows);
    }

    void putTogether(PCollection<KV<Row, SidedRow<Row, Row>>> rows) {
      together = rows;
    }
  }

  WindowGraph(PipelineSpec spec, InputRows inputs, IntervalJoinResult<Row, Row, Row> joined) {
    this.inputs = inputs;
    this.joined = joined;
    this.schemas =
        new RowSchemasOfJoin(
            RowKey.schema(spec.left().schema(), spec.join().leftKey()),
            RowSchemas.of(spec.left()),
            RowSchemas.of(spec.right()));
  }

  /** Adds one window. */
  WindowedAggregateResult<Row, WindowRow, Row> add(NamedWindow window) {
    return rows(window)
        .apply(
            "AggregateWindow-" + window.name(),
            WindowedAggregate.<Row, WindowRow, Row>of(
                window.shape().toWindowSpec().withAllowedLateness(window.allowedLateness()),
                window.emission().toEmitMode(),
                RowAggregates.of(window.aggregates())));
  }

  /** Its results, whether or not they are written. */
  PCollection<WindowPane<Row, Row>> countedPanes(
      NamedWindow window, WindowedAggregateResult<Row, WindowRow, Row> result) {
    WindowCounters counters = new WindowCounters(window.name());
    return counted(
        "CountPanes-" + window.name(),
        result.panes(),
        pane -> counters.pane(pane.timing() == Timing.LATE));
  }

  /** Its rows that came too late, whether or not they are written. */
  PCollection<TooLateRow<Row, WindowRow>> countedTooLate(
      NamedWindow window, WindowedAggregateResult<Row, WindowRow, Row> result) {
    WindowCounters counters = new WindowCounters(window.name());
    return counted("CountTooLate-" + window.name(), result.tooLate(), row -> counters.tooLate());
  }

  private static <T> PCollection<T> counted(
      String step, PCollection<T> elements, CountFn.Count<T> count) {
    return elements.apply(step, ParDo.of(new CountFn<>(count))).setCoder(elements.getCoder());
  }

  private PCollection<KV<Row, WindowRow>> rows(NamedWindow window) {
    return switch (window.over()) {
      case MATCHED ->
          joined.matched().apply("TakePairs-" + window.name(), TakeRows.ofPairs(window, schemas));
      case UNMATCHED -> unmatched(window);
      case LEFT_INPUT -> ofInput(window, JoinSide.LEFT);
      case RIGHT_INPUT -> ofInput(window, JoinSide.RIGHT);
    };
  }

  private PCollection<KV<Row, WindowRow>> unmatched(NamedWindow window) {
    PCollection<KV<Row, WindowRow>> left =
        joined
            .unmatchedLeft()
            .apply(
                "TakeUnmatchedLeft-" + window.name(),
                TakeRows.ofUnmatched(window, schemas, JoinSide.LEFT));
    PCollection<KV<Row, WindowRow>> right =
        joined
            .unmatchedRight()
            .apply(
                "TakeUnmatchedRight-" + window.name(),
                TakeRows.ofUnmatched(window, schemas, JoinSide.RIGHT));
    return PCollectionList.of(left)
        .and(right)
        .apply("FlattenUnmatched-" + window.name(), Flatten.pCollections())
        .setCoder(left.getCoder());
  }

  private PCollection<KV<Row, WindowRow>> ofInput(NamedWindow window, JoinSide side) {
    String step = "TakeInput-" + window.name();
    return inputs.together != null
        ? inputs.together.apply(step, TakeRows.ofSide(window, schemas, side))
        : Objects.requireNonNull(inputs.ofSide.get(side), "rows of " + side)
            .apply(step, TakeRows.ofInput(window, schemas, side));
  }

  /** Counts what passes. */
  static final class CountFn<T> extends DoFn<T, T> {
    private static final long serialVersionUID = 1L;

    private final Count<T> count;

    CountFn(Count<T> count) {
      this.count = count;
    }

    /** Counts an element. */
    interface Count<T> extends Serializable {
      void of(T element);
    }

    @ProcessElement
    public void count(@Element T element, OutputReceiver<T> out) {
      count.of(element);
      out.output(element);
    }
  }
}
