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

  /**
   * What comes of a window, when it has been counted.
   *
   * @param panes its results
   * @param tooLate rows that no result counts
   */
  record Counted(
      PCollection<WindowPane<Row, Row>> panes, PCollection<TooLateRow<Row, WindowRow>> tooLate) {}

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
  Counted add(NamedWindow window) {
    WindowedAggregateResult<Row, WindowRow, Row> result =
        rows(window)
            .apply(
                "AggregateWindow-" + window.name(),
                WindowedAggregate.<Row, WindowRow, Row>of(
                    window.shape().toWindowSpec().withAllowedLateness(window.allowedLateness()),
                    window.emission().toEmitMode(),
                    RowAggregates.of(window.aggregates())));
    WindowCounters counters = new WindowCounters(window.name());
    return new Counted(
        result
            .panes()
            .apply(
                "CountPanes-" + window.name(),
                ParDo.of(new CountEach<>(pane -> counters.pane(pane.timing() == Timing.LATE))))
            .setCoder(result.panes().getCoder()),
        result
            .tooLate()
            .apply(
                "CountTooLate-" + window.name(),
                ParDo.of(new CountEach<>(late -> counters.tooLate())))
            .setCoder(result.tooLate().getCoder()));
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

  /** Passes elements on as they are, and counts them. */
  private static final class CountEach<T> extends DoFn<T, T> {
    private static final long serialVersionUID = 1L;
    private final Counting<T> counting;

    CountEach(Counting<T> counting) {
      this.counting = counting;
    }

    @ProcessElement
    public void count(@Element T element, OutputReceiver<T> out) {
      counting.count(element);
      out.output(element);
    }
  }

  private interface Counting<T> extends Serializable {
    void count(T element);
  }
}
