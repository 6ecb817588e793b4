package dev.mortise.pipeline.sink;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.Serializable;
import org.apache.beam.sdk.values.Row;

/** Writes each kind of output row as one line of JSON, as the contract has it. */
public final class OutputLines implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Lines for the outputs of a spec. */
  public static OutputLines of(PipelineSpec spec) {
    throw new UnsupportedOperationException("stub");
  }

  /** {@code {"key", "event_time", "gap_ms", "left", "right"}}. */
  public String matched(JoinedPair<Row, Row, Row> pair) {
    throw new UnsupportedOperationException("stub");
  }

  /** {@code {"side", "input", "key", "event_time", "reason", "row"}}. */
  public String unmatched(JoinSide side, UnmatchedRow<Row, Row> row) {
    throw new UnsupportedOperationException("stub");
  }

  /** {@code {"side", "input", "key", "event_time", "watermark", "row"}}. */
  public String late(LateRow<Row, Row, Row> row) {
    throw new UnsupportedOperationException("stub");
  }

  /** {@code {"input", "position", "error", "raw"}}. */
  public String deadLetter(DeadLetter letter) {
    throw new UnsupportedOperationException("stub");
  }
}
