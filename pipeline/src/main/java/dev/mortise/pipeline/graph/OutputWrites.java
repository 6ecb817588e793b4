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
import dev.mortise.pipeline.sink.WindowLines;
import dev.mortise.pipeline.sink.kafka.KafkaRecords;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowId;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.TooLateRow;
import dev.mortise.window.WindowPane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ProcessFunction;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.joda.time.Duration;

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
        OutputSteps.write(OutputSpec.MATCHED),
        new Part<>(
            "MatchedToLines",
            pairs,
            new OutputForm<>(json::matched, keys::matched, JoinedPair::eventTime)));
  }

  void unmatched(
      PCollection<UnmatchedRow<Row, Row>> left, PCollection<UnmatchedRow<Row, Row>> right) {
    write(
        OutputSpec.UNMATCHED,
        "FlattenUnmatched",
        OutputSteps.write(OutputSpec.UNMATCHED),
        List.of(
            new Part<>("UnmatchedLeftToLines", left, unmatched(JoinSide.LEFT)),
            new Part<>("UnmatchedRightToLines", right, unmatched(JoinSide.RIGHT))));
  }

  private OutputForm<UnmatchedRow<Row, Row>> unmatched(JoinSide side) {
    OutputLines json = lines;
    RecordKeys keys = keys(OutputSpec.UNMATCHED);
    return new OutputForm<>(
        row -> json.unmatched(side, row),
        row -> keys.unmatched(side, row),
        UnmatchedRow::eventTime);
  }

  /**
   * Writes rows that came too late.
   *
   * @param rows for the join
   * @param ofWindows for a window, by its name
   */
  void late(
      PCollection<LateRow<Row, Row, Row>> rows,
      Map<String, PCollection<TooLateRow<Row, WindowRow>>> ofWindows) {
    OutputLines json = lines;
    RecordKeys keys = keys(OutputSpec.LATE);
    List<Part<?>> parts = new ArrayList<>();
    parts.add(
        new Part<>(
            "LateToLines", rows, new OutputForm<>(json::late, keys::late, LateRow::eventTime)));
    ofWindows.forEach(
        (window, tooLate) -> {
          WindowLines windowLines = new WindowLines(json, window);
          parts.add(
              new Part<>(
                  "TooLateToLines-" + window,
                  tooLate,
                  new OutputForm<>(
                      windowLines::tooLate,
                      row -> keys.tooLate(window, row),
                      TooLateRow::eventTime)));
        });
    write(OutputSpec.LATE, "FlattenLate", OutputSteps.write(OutputSpec.LATE), parts);
  }

  /** Writes the results of a window. */
  void window(String name, PCollection<WindowPane<Row, Row>> panes) {
    WindowLines json = new WindowLines(lines, name);
    // Its last instant, which is the event time that a pane has in Beam.
    OutputForm.RecordTime<WindowPane<Row, Row>> time = pane -> pane.end().minus(Duration.millis(1));
    write(
        name,
        OutputSteps.write(name),
        new Part<>(
            "PanesToLines-" + name, panes, new OutputForm<>(json::pane, RecordKeys::pane, time)));
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
        OutputSteps.write(OutputSpec.DEAD_LETTER),
        new Part<>(
            "DeadLettersToLines",
            all,
            new OutputForm<>(json::deadLetter, RecordKeys::deadLetter, letter -> null)));
  }

  private void write(String name, String step, Part<?> part) {
    OutputSpec output = spec.outputs().get(name);
    if (output instanceof FileOutput files) {
      write(step, part.toLines(), files);
    } else if (output instanceof KafkaOutput topic) {
      write(step, part.toRecords(), topic);
    }
  }

  /** Writes elements of several kinds to one output. */
  private void write(String name, String flattenStep, String step, List<Part<?>> parts) {
    if (parts.size() == 1) {
      write(name, step, parts.get(0));
      return;
    }
    OutputSpec output = spec.outputs().get(name);
    if (output instanceof FileOutput files) {
      List<PCollection<String>> all = new ArrayList<>();
      parts.forEach(part -> all.add(part.toLines()));
      write(step, flatten(flattenStep, all), files);
    } else if (output instanceof KafkaOutput topic) {
      List<PCollection<OutputRecord>> all = new ArrayList<>();
      parts.forEach(part -> all.add(part.toRecords()));
      write(step, flatten(flattenStep, all), topic);
    }
  }

  private static <T> PCollection<T> flatten(String step, List<PCollection<T>> all) {
    return PCollectionList.of(all)
        .apply(step, Flatten.pCollections())
        .setCoder(all.get(0).getCoder());
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
