package dev.mortise.pipeline.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of UTF-8, each by itself: a line that is not UTF-8 or too long is an error of its
 * own, and the next line is read as if it were not there. Lines end in LF or CRLF; the last one may
 * lack its end. A byte-order mark at the start of the file is left out. At no time more than one
 * line of the permitted length is in memory.
 */
final class LineReader implements Closeable {
  /** The longest line that is read, in bytes. */
  static final int MAX_LINE_BYTES = 16 << 20;

  /** How much of a line that is too long is shown, in bytes. */
  static final int SHOWN_BYTES = 1000;

  private static final char REPLACEMENT = '\uFFFD';

  private final InputStream in;
  private final int maxBytes;
  private byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;

  /** Where {@code buffer[0]} stands in the file. */
  private long bufferOffset;

  private long lines;
  private boolean endOfFile;
  private @Nullable BrokenCompressionException broken;

  LineReader(InputStream in, FilePosition from) {
    this(in, from, MAX_LINE_BYTES);
  }

  LineReader(InputStream in, FilePosition from, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.bufferOffset = from.offset();
    this.lines = from.line();
  }

  /** The next line; null at the end. */
  @Nullable Line next() throws IOException {
    if (bufferOffset == 0 && position == 0) {
      skipByteOrderMark();
    }
    long start = bufferOffset + position;
    int end = findLineEnd();
    if (end < 0) {
      return lastLine(start);
    }
    if (end - position > maxBytes) {
      return tooLong(start);
    }
    int from = position;
    position = end + 1;
    boolean carriageReturn = end > from && buffer[end - 1] == '\r';
    return decoded(from, carriageReturn ? end - 1 : end, start);
  }

  private @Nullable Line lastLine(long start) throws IOException {
    if (limit - position > maxBytes) {
      return tooLong(start);
    }
    BrokenCompressionException failure = broken;
    if (failure == null && position == limit) {
      return null;
    }
    int from = position;
    position = limit;
    if (failure == null) {
      return decoded(from, limit, start);
    }
    broken = null;
    lines++;
    String text = new String(buffer, from, limit - from, StandardCharsets.UTF_8);
    String error = String.valueOf(failure.getMessage());
    return new Line(text, error, lines, start, bufferOffset + position, true);
  }

  private Line decoded(int from, int end, long start) {
    lines++;
    String text = new String(buffer, from, end - from, StandardCharsets.UTF_8);
    // Decoding puts this character for what it can't read, but it may also stand in the file.
    String error =
        text.indexOf(REPLACEMENT) >= 0 && !isUtf8(from, end - from) ? "is not UTF-8" : null;
    return new Line(text, error, lines, start, bufferOffset + position, false);
  }

  private boolean isUtf8(int from, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buffer, from, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Passes over a line without keeping more than its start. */
  private Line tooLong(long start) throws IOException {
    int shownBytes = Math.min(SHOWN_BYTES, limit - position);
    String shown = new String(buffer, position, shownBytes, StandardCharsets.UTF_8) + "...";
    int end;
    while ((end = indexOfLineEnd(position)) < 0) {
      position = limit;
      if (!fill()) {
        break;
      }
    }
    long length = bufferOffset + (end < 0 ? limit : end) - start;
    position = end < 0 ? limit : end + 1;
    lines++;
    String error =
        String.format(
            Locale.ROOT, "is too long: %,d bytes, where at most %,d are read", length, maxBytes);
    return new Line(shown, error, lines, start, bufferOffset + position, false);
  }

  /** The index of the next line feed, or of a place beyond the longest line; -1 at the end. */
  private int findLineEnd() throws IOException {
    int searched = position;
    while (true) {
      int found = indexOfLineEnd(searched);
      if (found >= 0) {
        return found;
      }
      int pending = limit - position;
      if (pending > maxBytes) {
        return limit;
      }
      if (!fill()) {
        return -1;
      }
      searched = position + pending;
    }
  }

  private int indexOfLineEnd(int from) {
    for (int i = from; i < limit; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void skipByteOrderMark() throws IOException {
    while (limit < 3 && fill()) {
      // A stream may give less than was asked for.
    }
    if (limit >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      position = 3;
    }
  }

  /** Reads on behind what is pending; false at the end. */
  private boolean fill() throws IOException {
    if (endOfFile) {
      return false;
    }
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      bufferOffset += position;
      limit -= position;
      position = 0;
    }
    if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int count;
    try {
      count = in.read(buffer, limit, buffer.length - limit);
    } catch (BrokenCompressionException e) {
      broken = e;
      count = -1;
    }
    if (count < 0) {
      endOfFile = true;
      return false;
    }
    limit += count;
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
