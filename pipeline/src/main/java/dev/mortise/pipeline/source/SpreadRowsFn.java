package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;

/** Fans a block out, and counts what is in it. */
final class SpreadRowsFn extends DoFn<RowBlock, Row> {
  private static final long serialVersionUID = 1L;

  private final InputMetrics metrics;

  SpreadRowsFn(String input) {
    this.metrics = InputMetrics.of(input);
  }

  @ProcessElement
  public void process(@Element RowBlock block, MultiOutputReceiver outputs) {
    long dead = 0;
    long ahead = 0;
    for (RowBlock.Item item : block.items()) {
      Row row = item.row();
      DeadLetter letter = item.deadLetter();
      if (row != null) {
        outputs.get(ParseRows.ROWS).outputWithTimestamp(row, item.time());
      } else if (letter != null) {
        dead++;
        outputs.get(ParseRows.DEAD_LETTERS).outputWithTimestamp(letter, item.time());
      }
      ahead += item.ahead() ? 1 : 0;
    }
    metrics.read(block.items().size(), dead);
    metrics.ahead(ahead);
  }
}
