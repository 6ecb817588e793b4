package dev.mortise.pipeline.source;

import dev.mortise.join.SidedRow;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;

/** Fans the blocks of a script out into rows of both sides, in the script's order. */
final class ParseSidesFn extends DoFn<RecordBlock, SidedRow<Row, Row>> {
  private static final long serialVersionUID = 1L;

  private final String left;
  private final String right;
  private final LimitedParser leftParser;
  private final LimitedParser rightParser;
  private final InputMetrics leftMetrics;
  private final InputMetrics rightMetrics;

  @SuppressWarnings("serial") // A set of strings.
  private final Set<String> inputs;

  /**
   * @param inputs all inputs of the spec that name the script
   */
  ParseSidesFn(InputSpec left, InputSpec right, Collection<String> inputs) {
    this.left = left.name();
    this.right = right.name();
    this.leftParser = new LimitedParser(left);
    this.rightParser = new LimitedParser(right);
    this.leftMetrics = InputMetrics.of(left.name());
    this.rightMetrics = InputMetrics.of(right.name());
    this.inputs = new HashSet<>(inputs);
  }

  @ProcessElement
  public void process(@Element RecordBlock block, MultiOutputReceiver outputs) {
    long[] read = new long[2];
    long[] dead = new long[2];
    for (RawRecord record : block.records()) {
      String input = record.input();
      if (left.equals(input)) {
        read[0]++;
        dead[0] += parse(record, leftParser, true, outputs) ? 0 : 1;
      } else if (right.equals(input)) {
        read[1]++;
        dead[1] += parse(record, rightParser, false, outputs) ? 0 : 1;
      } else if (input == null || !inputs.contains(input)) {
        InputMetrics.strayDeadLetters().inc();
        outputs.get(ParseSides.DEAD_LETTERS).output(ParseRowsFn.deadLetter(record, record.error()));
      }
    }
    leftMetrics.read(read[0], dead[0]);
    rightMetrics.read(read[1], dead[1]);
    leftMetrics.ahead(leftParser.takeBeyond());
    rightMetrics.ahead(rightParser.takeBeyond());
  }

  private static boolean parse(
      RawRecord record, LimitedParser parser, boolean isLeft, MultiOutputReceiver outputs) {
    RowParser.Parsed parsed = parser.parse(record);
    Row row = parsed.row();
    Instant eventTime = parsed.eventTime();
    if (row == null || eventTime == null) {
      outputs.get(ParseSides.DEAD_LETTERS).output(ParseRowsFn.deadLetter(record, parsed.error()));
      return false;
    }
    outputs
        .get(ParseSides.ROWS)
        .outputWithTimestamp(isLeft ? SidedRow.left(row) : SidedRow.right(row), eventTime);
    return true;
  }
}
