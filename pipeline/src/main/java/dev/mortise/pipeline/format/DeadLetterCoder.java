package dev.mortise.pipeline.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;

/** Encodes a {@link DeadLetter}. */
public final class DeadLetterCoder extends AtomicCoder<DeadLetter> {
  private static final long serialVersionUID = 1L;
  private static final DeadLetterCoder INSTANCE = new DeadLetterCoder();

  private DeadLetterCoder() {}

  public static DeadLetterCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(DeadLetter letter, OutputStream out) throws IOException {
    Text.writeNullable(letter.input(), out);
    Text.write(letter.position(), out);
    Text.write(letter.error(), out);
    Text.write(letter.raw(), out);
  }

  @Override
  public DeadLetter decode(InputStream in) throws IOException {
    return new DeadLetter(Text.readNullable(in), Text.read(in), Text.read(in), Text.read(in));
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
