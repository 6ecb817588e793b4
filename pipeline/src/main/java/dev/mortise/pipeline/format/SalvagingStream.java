package dev.mortise.pipeline.format;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads another stream byte by byte, so that everything decompressed before a failure is given out
 * before the failure is. The decoders behind it work byte by byte themselves or buffer.
 */
final class SalvagingStream extends InputStream {
  /** Starts the decoder, which may fail on the header already. */
  interface Opener {
    InputStream open() throws IOException;
  }

  private final Opener opener;
  private final InputStream source;
  private @Nullable InputStream decoder;
  private @Nullable IOException failure;

  SalvagingStream(Opener opener, InputStream source) {
    this.opener = opener;
    this.source = source;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = 0;
    while (count < length && failure == null) {
      try {
        InputStream in = decoder;
        if (in == null) {
          in = opener.open();
          decoder = in;
        }
        int value = in.read();
        if (value < 0) {
          break;
        }
        target[offset + count++] = (byte) value;
      } catch (IOException e) {
        failure = e;
      }
    }
    if (count > 0 || length == 0) {
      return count;
    }
    if (failure != null) {
      throw atItsEnd()
          ? BrokenCompressionException.endsInTheMiddle()
          : BrokenCompressionException.isDamaged(String.valueOf(failure.getMessage()));
    }
    return -1;
  }

  private boolean atItsEnd() throws IOException {
    return failure instanceof EOFException || source.read() < 0;
  }

  @Override
  public void close() throws IOException {
    InputStream in = decoder;
    if (in != null) {
      in.close();
    }
    source.close();
  }
}
