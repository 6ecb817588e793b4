package dev.mortise.pipeline.graph;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;

/** Gives each row of an input its join key. */
final class KeyRows extends DoFn<Row, KV<Row, Row>> {
  private static final long serialVersionUID = 1L;

  private final RowKey key;

  KeyRows(RowKey key) {
    this.key = key;
  }

  @ProcessElement
  @SuppressWarnings("NullAway") // Keys may be null: their coder is one for nullable values.
  public void key(@Element Row row, OutputReceiver<KV<Row, Row>> out) {
    out.output(KV.of(key.of(row), row));
  }
}
