package dev.mortise.pipeline.graph;

import dev.mortise.join.IntervalJoin;
import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinSide;
import dev.mortise.join.KeyedStreams;
import dev.mortise.join.SidedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.sink.JsonLinesFiles;
import dev.mortise.pipeline.sink.OutputLines;
import dev.mortise.pipeline.source.InputReads;
import dev.mortise.pipeline.source.ParseRows;
import dev.mortise.pipeline.source.ParseSides;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.ProcessFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The pipeline of a spec: reads, rows, the join, lines, files. It knows no runner and no command
 * line, so that tests build it too.
 *
 * <p>Step names are literal and say the input's role, never its name: a runner finds a step's state
 * again by the step's full name.
 */
public final class JoinGraph {
  private final Pipeline pipeline;
  private final PipelineSpec spec;
  private final OutputLines lines;
  private final List<PCollection<DeadLetter>> deadLetters = new ArrayList<>();
  private final WindowGraph.InputRows inputRows = new WindowGraph.InputRows();

  private JoinGraph(Pipeline pipeline, PipelineSpec spec) {
    this.pipeline = pipeline;
    this.spec = spec;
    this.lines = OutputLines.of(spec);
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
    writeMatched(joined);
    writeUnmatched(joined);
    writeLate(joined, addWindows(joined));
    writeDeadLetters();
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
    PCollectionTuple parsed =
        blocks(reads, spec.left()).apply("ParseScriptRows", ParseSides.of(spec));
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

  private static PCollection<RecordBlock> blocks(InputReads reads, InputSpec input) {
    return Objects.requireNonNull(reads.blocks().get(input.name()), input.name());
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
    PCollectionTuple parsed = blocks(reads, input).apply(parseStep, ParseRows.of(input));
    deadLetters.add(parsed.get(ParseRows.DEAD_LETTERS));
    PCollection<Row> rows = parsed.get(ParseRows.ROWS);
    List<String> fields = side == JoinSide.LEFT ? spec.join().leftKey() : spec.join().rightKey();
    PCollection<KV<Row, Row>> keyed =
        rows.apply(keyStep, ParDo.of(new KeyRows(new RowKey(keySchema(), fields))))
            .setCoder(KvCoder.of(keys, rows.getCoder()));
    inputRows.put(side, keyed);
    return keyed;
  }

  private void writeMatched(IntervalJoinResult<Row, Row, Row> joined) {
    OutputSpec output = spec.outputs().get(OutputSpec.MATCHED);
    if (output != null) {
      OutputLines format = lines;
      write("WriteMatched", toLines("MatchedToLines", joined.matched(), format::matched), output);
    }
  }

  private void writeUnmatched(IntervalJoinResult<Row, Row, Row> joined) {
    OutputSpec output = spec.outputs().get(OutputSpec.UNMATCHED);
    if (output != null) {
      OutputLines format = lines;
      PCollection<String> both =
          PCollectionList.of(
                  toLines(
                      "UnmatchedLeftToLines",
                      joined.unmatchedLeft(),
                      row -> format.unmatched(JoinSide.LEFT, row)))
              .and(
                  toLines(
                      "UnmatchedRightToLines",
                      joined.unmatchedRight(),
                      row -> format.unmatched(JoinSide.RIGHT, row)))
              .apply("FlattenUnmatched", Flatten.pCollections())
              .setCoder(StringUtf8Coder.of());
      write("WriteUnmatched", both, output);
    }
  }

  /** Returns the lines of rows that came too late for a window. */
  private List<PCollection<String>> addWindows(IntervalJoinResult<Row, Row, Row> joined) {
    List<PCollection<String>> tooLate = new ArrayList<>();
    WindowGraph graph = new WindowGraph(spec, lines, inputRows, joined);
    for (NamedWindow window : spec.windows().values()) {
      WindowGraph.Lines ofWindow = graph.add(window);
      tooLate.add(ofWindow.tooLate());
      OutputSpec output = spec.outputs().get(window.name());
      if (output != null) {
        write("WriteWindow-" + window.name(), ofWindow.panes(), output);
      }
    }
    return tooLate;
  }

  private void writeLate(
      IntervalJoinResult<Row, Row, Row> joined, List<PCollection<String>> tooLateForWindows) {
    OutputSpec output = spec.outputs().get(OutputSpec.LATE);
    if (output != null) {
      OutputLines format = lines;
      PCollection<String> late = toLines("LateToLines", joined.late(), format::late);
      if (!tooLateForWindows.isEmpty()) {
        late =
            PCollectionList.of(late)
                .and(tooLateForWindows)
                .apply("FlattenLate", Flatten.pCollections())
                .setCoder(StringUtf8Coder.of());
      }
      write("WriteLate", late, output);
    }
  }

  private void writeDeadLetters() {
    OutputSpec output = spec.outputs().get(OutputSpec.DEAD_LETTER);
    if (output != null) {
      OutputLines format = lines;
      PCollection<DeadLetter> all =
          PCollectionList.of(deadLetters)
              .apply("FlattenDeadLetters", Flatten.pCollections())
              .setCoder(deadLetters.get(0).getCoder());
      write("WriteDeadLetters", toLines("DeadLettersToLines", all, format::deadLetter), output);
    }
  }

  private static <T> PCollection<String> toLines(
      String step, PCollection<T> elements, ProcessFunction<T, String> line) {
    return elements
        .apply(step, MapElements.into(TypeDescriptors.strings()).via(line))
        .setCoder(StringUtf8Coder.of());
  }

  private static void write(String step, PCollection<String> lines, OutputSpec output) {
    if (output instanceof FileOutput files) {
      lines.apply(step, JsonLinesFiles.to(files));
    } else {
      throw new IllegalStateException("JoinGraph: no sink for " + output + ".");
    }
  }
}
