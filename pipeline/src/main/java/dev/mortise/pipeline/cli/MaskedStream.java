package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Masks secrets in what is printed, whoever prints it. What it is given goes on line by line, or
 * when it is flushed.
 */
final class MaskedStream extends OutputStream {
  private final PrintStream to;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private MaskedStream(PrintStream to) {
    this.to = to;
  }

  /** A stream that prints to another one, in UTF-8, what may be printed. */
  static PrintStream over(PrintStream to) {
    return new Masking(new MaskedStream(to), to);
  }

  @Override
  public synchronized void write(int b) {
    line.write(b);
    if (b == '\n') {
      pass();
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        line.write(bytes, from, i + 1 - from);
        from = i + 1;
        pass();
      }
    }
    line.write(bytes, from, offset + length - from);
  }

  @Override
  public synchronized void flush() {
    pass();
    to.flush();
  }

  private void pass() {
    if (line.size() > 0) {
      to.print(Secrets.mask(line.toString(StandardCharsets.UTF_8)));
      line.reset();
    }
  }

  /** Knows whether the other stream took all. */
  private static final class Masking extends PrintStream {
    private final PrintStream to;

    Masking(MaskedStream masked, PrintStream to) {
      super(masked, false, StandardCharsets.UTF_8);
      this.to = to;
    }

    @Override
    public boolean checkError() {
      flush();
      return to.checkError();
    }
  }
}
