package dev.mortise.pipeline.graph;

import dev.mortise.join.IntervalJoin;
import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinSide;
import dev.mortise.join.KeyedStreams;
import dev.mortise.join.SidedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.source.InputReads;
import dev.mortise.pipeline.source.ParseRows;
import dev.mortise.pipeline.source.ParseSides;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.TooLateRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;

/**
 * The pipeline of a spec: reads, rows, the join, outputs. It knows no runner and no command line,
 * so that tests build it too.
 *
 * <p>Step names are literal and say the input's role, never its name: a runner finds a step's state
 * again by the step's full name.
 */
public final class JoinGraph {
  private final Pipeline pipeline;
  private final PipelineSpec spec;
  private final List<PCollection<DeadLetter>> deadLetters = new ArrayList<>();
  private final WindowGraph.InputRows inputRows = new WindowGraph.InputRows();

  private JoinGraph(Pipeline pipeline, PipelineSpec spec) {
    this.pipeline = pipeline;
    this.spec = spec;
  }

  /**
   * Adds the steps of {@code spec} to {@code pipeline}.
   *
   * @return what the join gives, for steps beyond those of the spec
   */
  public static IntervalJoinResult<Row, Row, Row> build(Pipeline pipeline, PipelineSpec spec) {
    return new JoinGraph(pipeline, spec).build();
  }

  private IntervalJoinResult<Row, Row, Row> build() {
    JoinSpec join = spec.join();
    IntervalJoinResult<Row, Row, Row> joined =
        streams()
            .apply(
                "JoinStreams",
                IntervalJoin.<Row, Row, Row>of(join.type(), join.interval())
                    .withShards(pipeline.getOptions().as(JoinOptions.class).getJoinShards()));

    joined.matched().apply("SummarizeGaps", new SummarizeGaps());
    OutputWrites outputs = new OutputWrites(spec);
    outputs.matched(joined.matched());
    outputs.unmatched(joined.unmatchedLeft(), joined.unmatchedRight());
    outputs.late(joined.late(), addWindows(joined, outputs));
    outputs.deadLetters(deadLetters);
    return joined;
  }

  private KeyedStreams<Row, Row, Row> streams() {
    InputReads reads =
        InputReads.read(pipeline, spec, StateSignature.of(spec, pipeline.getOptions()).toJson());
    deadLetters.addAll(reads.stray());
    Coder<Row> keys = NullableCoder.of(RowCoder.of(keySchema()));
    return reads.oneScript()
        ? KeyedStreams.interleaved(keyedSides(reads, keys))
        : KeyedStreams.of(
            keyed(reads, JoinSide.LEFT, keys, "ParseLeftRows", "KeyLeftRows"),
            keyed(reads, JoinSide.RIGHT, keys, "ParseRightRows", "KeyRightRows"));
  }

  private PCollection<KV<Row, SidedRow<Row, Row>>> keyedSides(InputReads reads, Coder<Row> keys) {
    PCollectionTuple parsed = reads.script().apply("ParseScriptRows", ParseSides.of(spec));
    deadLetters.add(parsed.get(ParseSides.DEAD_LETTERS));
    PCollection<SidedRow<Row, Row>> rows = parsed.get(ParseSides.ROWS);
    PCollection<KV<Row, SidedRow<Row, Row>>> keyed =
        rows.apply(
                "KeyScriptRows",
                ParDo.of(
                    new KeySides(
                        new RowKey(keySchema(), spec.join().leftKey()),
                        new RowKey(keySchema(), spec.join().rightKey()))))
            .setCoder(KvCoder.of(keys, rows.getCoder()));
    inputRows.putTogether(keyed);
    return keyed;
  }

  private Schema keySchema() {
    return RowKey.schema(input(JoinSide.LEFT).schema(), spec.join().leftKey());
  }

  private InputSpec input(JoinSide side) {
    return side == JoinSide.LEFT ? spec.left() : spec.right();
  }

  private PCollection<KV<Row, Row>> keyed(
      InputReads reads, JoinSide side, Coder<Row> keys, String parseStep, String keyStep) {
    InputSpec input = input(side);
    PCollectionTuple parsed = reads.parsed(input, parseStep);
    deadLetters.add(parsed.get(ParseRows.DEAD_LETTERS));
    PCollection<Row> rows = parsed.get(ParseRows.ROWS);
    List<String> fields = side == JoinSide.LEFT ? spec.join().leftKey() : spec.join().rightKey();
    PCollection<KV<Row, Row>> keyed =
        rows.apply(keyStep, ParDo.of(new KeyRows(new RowKey(keySchema(), fields))))
            .setCoder(KvCoder.of(keys, rows.getCoder()));
    inputRows.put(side, keyed);
    return keyed;
  }

  /** Returns the rows that came too late for each window, by the window's name. */
  private Map<String, PCollection<TooLateRow<Row, WindowRow>>> addWindows(
      IntervalJoinResult<Row, Row, Row> joined, OutputWrites outputs) {
    Map<String, PCollection<TooLateRow<Row, WindowRow>>> tooLate = new LinkedHashMap<>();
    WindowGraph graph = new WindowGraph(spec, inputRows, joined);
    for (NamedWindow window : spec.windows().values()) {
      WindowGraph.Counted results = graph.add(window);
      outputs.window(window.name(), results.panes());
      tooLate.put(window.name(), results.tooLate());
    }
    return tooLate;
  }
}
