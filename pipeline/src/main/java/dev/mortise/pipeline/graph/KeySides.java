package dev.mortise.pipeline.graph;

import dev.mortise.join.JoinSide;
import dev.mortise.join.SidedRow;
import java.util.Objects;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;

/** Gives each row of a script its join key, by its side's fields. */
final class KeySides extends DoFn<SidedRow<Row, Row>, KV<Row, SidedRow<Row, Row>>> {
  private static final long serialVersionUID = 1L;

  private final RowKey left;
  private final RowKey right;

  KeySides(RowKey left, RowKey right) {
    this.left = left;
    this.right = right;
  }

  @ProcessElement
  @SuppressWarnings("NullAway") // Keys may be null: their coder is one for nullable values.
  public void key(
      @Element SidedRow<Row, Row> row, OutputReceiver<KV<Row, SidedRow<Row, Row>>> out) {
    out.output(
        KV.of(
            row.side() == JoinSide.LEFT
                ? left.of(Objects.requireNonNull(row.left()))
                : right.of(Objects.requireNonNull(row.right())),
            row));
  }
}
