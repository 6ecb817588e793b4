package dev.mortise.pipeline.graph;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.sink.JsonLinesFiles;
import dev.mortise.pipeline.sink.OutputForm;
import dev.mortise.pipeline.sink.OutputLines;
import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.sink.RecordKeys;
import dev.mortise.pipeline.sink.kafka.KafkaRecords;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowId;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ProcessFunction;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;

/** Writes what comes out of a pipeline to the outputs of its spec; what has no output is left. */
final class OutputWrites {
  private final PipelineSpec spec;
  private final OutputLines lines;

  OutputWrites(PipelineSpec spec) {
    this.spec = spec;
    this.lines = OutputLines.of(spec);
  }

  /** Elements of one kind and what becomes of them, under the name of the step that does it. */
  private record Part<T>(String step, PCollection<T> elements, OutputForm<T> form) {

    PCollection<String> toLines() {
      return map(TypeDescriptor.of(String.class), StringUtf8Coder.of(), form.line());
    }

    PCollection<OutputRecord> toRecords() {
      OutputForm<T> own = form;
      return map(
          TypeDescriptor.of(OutputRecord.class),
          new OutputRecord.RecordCoder(),
          element ->
              new OutputRecord(
                  own.key().apply(element), own.line().apply(element), own.time().of(element)));
    }

    private <R> PCollection<R> map(
        TypeDescriptor<R> type, Coder<R> coder, ProcessFunction<T, R> function) {
      return elements.apply(step, MapElements.into(type).via(function)).setCoder(coder);
    }
  }

  void matched(PCollection<JoinedPair<Row, Row, Row>> pairs) {
    OutputLines json = lines;
    RecordKeys keys = keys(OutputSpec.MATCHED);
    write(
        OutputSpec.MATCHED,
        "WriteMatched",
        new Part<>(
            "MatchedToLines",
            pairs,
            new OutputForm<>(json::matched, keys::matched, JoinedPair::eventTime)));
  }

  void unmatched(
      PCollection<UnmatchedRow<Row, Row>> left, PCollection<UnmatchedRow<Row, Row>> right) {
    OutputSpec output = spec.outputs().get(OutputSpec.UNMATCHED);
    if (output == null) {
      return;
    }
    List<Part<?>> sides =
        List.of(
            new Part<>("UnmatchedLeftToLines", left, unmatched(JoinSide.LEFT)),
            new Part<>("UnmatchedRightToLines", right, unmatched(JoinSide.RIGHT)));
    if (output instanceof FileOutput files) {
      List<PCollection<String>> both = new ArrayList<>();
      sides.forEach(side -> both.add(side.toLines()));
      write("WriteUnmatched", flatten(both), files);
    } else if (output instanceof KafkaOutput topic) {
      List<PCollection<OutputRecord>> both = new ArrayList<>();
      sides.forEach(side -> both.add(side.toRecords()));
      write("WriteUnmatched", flatten(both), topic);
    }
  }

  private OutputForm<UnmatchedRow<Row, Row>> unmatched(JoinSide side) {
    OutputLines json = lines;
    RecordKeys keys = keys(OutputSpec.UNMATCHED);
    return new OutputForm<>(
        row -> json.unmatched(side, row),
        row -> keys.unmatched(side, row),
        UnmatchedRow::eventTime);
  }

  private static <T> PCollection<T> flatten(List<PCollection<T>> both) {
    return PCollectionList.of(both)
        .apply("FlattenUnmatched", Flatten.pCollections())
        .setCoder(both.get(0).getCoder());
  }

  void late(PCollection<LateRow<Row, Row, Row>> rows) {
    OutputLines json = lines;
    RecordKeys keys = keys(OutputSpec.LATE);
    write(
        OutputSpec.LATE,
        "WriteLate",
        new Part<>(
            "LateToLines", rows, new OutputForm<>(json::late, keys::late, LateRow::eventTime)));
  }

  void deadLetters(List<PCollection<DeadLetter>> letters) {
    if (!spec.outputs().containsKey(OutputSpec.DEAD_LETTER)) {
      return;
    }
    OutputLines json = lines;
    PCollection<DeadLetter> all =
        PCollectionList.of(letters)
            .apply("FlattenDeadLetters", Flatten.pCollections())
            .setCoder(letters.get(0).getCoder());
    write(
        OutputSpec.DEAD_LETTER,
        "WriteDeadLetters",
        new Part<>(
            "DeadLettersToLines",
            all,
            new OutputForm<>(json::deadLetter, RecordKeys::deadLetter, letter -> null)));
  }

  /**
   * Writes elements of one kind to the output of that name.
   *
   * @param step what turns elements into lines or records
   * @param writeStep what writes them
   */
  <T> void write(
      String output, String step, String writeStep, PCollection<T> elements, OutputForm<T> form) {
    write(output, writeStep, new Part<>(step, elements, form));
  }

  private void write(String name, String step, Part<?> part) {
    OutputSpec output = spec.outputs().get(name);
    if (output instanceof FileOutput files) {
      write(step, part.toLines(), files);
    } else if (output instanceof KafkaOutput topic) {
      write(step, part.toRecords(), topic);
    }
  }

  private static void write(String step, PCollection<String> lines, FileOutput output) {
    lines.apply(step, JsonLinesFiles.to(output));
  }

  private void write(String step, PCollection<OutputRecord> records, KafkaOutput output) {
    records.apply(step, KafkaRecords.to(output, spec.name()));
  }

  private RecordKeys keys(String name) {
    return RecordKeys.of(
        spec.outputs().get(name) instanceof KafkaOutput output ? output.rowId() : RowId.DIGESTS);
  }
}
