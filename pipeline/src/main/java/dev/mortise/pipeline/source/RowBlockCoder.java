package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.DeadLetterCoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes the blocks of one input. */
public final class RowBlockCoder extends CustomCoder<RowBlock> {
  private static final long serialVersionUID = 1L;
  private static final int ROW = 1;
  private static final int AHEAD = 2;

  private final RowCoder rows;

  private RowBlockCoder(RowCoder rows) {
    this.rows = rows;
  }

  /** The coder of blocks of rows of this schema. */
  public static RowBlockCoder of(Schema schema) {
    return new RowBlockCoder(RowCoder.of(schema));
  }

  @Override
  public void encode(RowBlock block, OutputStream out) throws IOException {
    VarIntCoder.of().encode(block.items().size(), out);
    for (RowBlock.Item item : block.items()) {
      Row row = item.row();
      out.write((row != null ? ROW : 0) | (item.ahead() ? AHEAD : 0));
      InstantCoder.of().encode(item.time(), out);
      DeadLetter letter = item.deadLetter();
      if (row != null) {
        rows.encode(row, out);
      } else if (letter != null) {
        DeadLetterCoder.of().encode(letter, out);
      }
    }
  }

  @Override
  public RowBlock decode(InputStream in) throws IOException {
    int size = VarIntCoder.of().decode(in);
    List<RowBlock.Item> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      int kind = in.read();
      boolean ahead = (kind & AHEAD) != 0;
      Instant time = InstantCoder.of().decode(in);
      items.add(
          (kind & ROW) != 0
              ? RowBlock.Item.of(rows.decode(in), time, ahead)
              : RowBlock.Item.of(DeadLetterCoder.of().decode(in), time, ahead));
    }
    return new RowBlock(items);
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of();
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    rows.verifyDeterministic();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowBlockCoder that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }
}
