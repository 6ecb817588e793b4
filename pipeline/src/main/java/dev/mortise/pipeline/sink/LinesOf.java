package dev.mortise.pipeline.sink;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.format.DeadLetter;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Turns output rows into their lines, each with its row's timestamp.
 *
 * @param <T> output row
 */
public final class LinesOf<T> extends PTransform<PCollection<T>, PCollection<String>> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<T, String> line;

  private LinesOf(SerializableFunction<T, String> line) {
    this.line = line;
  }

  /** Lines of pairs. */
  public static LinesOf<JoinedPair<Row, Row, Row>> matched(OutputLines lines) {
    return new LinesOf<>(lines::matched);
  }

  /** Lines of one side's rows without a partner. */
  public static LinesOf<UnmatchedRow<Row, Row>> unmatched(OutputLines lines, JoinSide side) {
    return new LinesOf<>(row -> lines.unmatched(side, row));
  }

  /** Lines of late rows. */
  public static LinesOf<LateRow<Row, Row, Row>> late(OutputLines lines) {
    return new LinesOf<>(lines::late);
  }

  /** Lines of dead letters. */
  public static LinesOf<DeadLetter> deadLetters(OutputLines lines) {
    return new LinesOf<>(lines::deadLetter);
  }

  @Override
  public PCollection<String> expand(PCollection<T> rows) {
    return rows.apply("WriteLines", ParDo.of(new LineFn<>(line))).setCoder(StringUtf8Coder.of());
  }

  private static final class LineFn<T> extends DoFn<T, String> {
    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, String> line;

    LineFn(SerializableFunction<T, String> line) {
      this.line = line;
    }

    @ProcessElement
    public void process(@Element T row, OutputReceiver<String> output) {
      output.output(line.apply(row));
    }
  }
}
