package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Fans a block out into rows, each at its own event time, and dead letters. */
final class ParseRowsFn extends DoFn<RecordBlock, Row> {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final LimitedParser parser;
  private final InputMetrics metrics;

  ParseRowsFn(InputSpec input) {
    this.input = input.name();
    this.parser = new LimitedParser(input);
    this.metrics = InputMetrics.of(input.name());
  }

  @ProcessElement
  public void process(@Element RecordBlock block, MultiOutputReceiver outputs) {
    long read = 0;
    long dead = 0;
    for (RawRecord record : block.records()) {
      if (!input.equals(record.input())) {
        continue;
      }
      read++;
      RowParser.Parsed parsed = parser.parse(record);
      Row row = parsed.row();
      Instant eventTime = parsed.eventTime();
      if (row != null && eventTime != null) {
        outputs.get(ParseRows.ROWS).outputWithTimestamp(row, eventTime);
      } else {
        dead++;
        outputs.get(ParseRows.DEAD_LETTERS).output(deadLetter(record, parsed.error()));
      }
    }
    metrics.read(read, dead);
    metrics.ahead(parser.takeBeyond());
  }

  static DeadLetter deadLetter(RawRecord record, @Nullable String error) {
    return new DeadLetter(record.input(), record.position(), String.valueOf(error), record.shown());
  }
}
