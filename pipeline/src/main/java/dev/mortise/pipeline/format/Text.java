package dev.mortise.pipeline.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.jspecify.annotations.Nullable;

/** Text in coders: a length in bytes and UTF-8; what may be null is led by a byte. */
final class Text {
  private static final StringUtf8Coder UTF8 = StringUtf8Coder.of();
  private static final VarIntCoder INT = VarIntCoder.of();

  private Text() {}

  static void write(String text, OutputStream out) throws IOException {
    UTF8.encode(text, out);
  }

  static String read(InputStream in) throws IOException {
    return UTF8.decode(in);
  }

  static void writeNullable(@Nullable String text, OutputStream out) throws IOException {
    out.write(text == null ? 0 : 1);
    if (text != null) {
      write(text, out);
    }
  }

  static @Nullable String readNullable(InputStream in) throws IOException {
    return in.read() == 1 ? read(in) : null;
  }

  static void writeInt(int value, OutputStream out) throws IOException {
    INT.encode(value, out);
  }

  static int readInt(InputStream in) throws IOException {
    return INT.decode(in);
  }
}
