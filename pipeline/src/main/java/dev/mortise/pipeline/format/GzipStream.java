package dev.mortise.pipeline.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads gzip, all members of it, and gives out every byte that can be had before it reports that
 * the data is cut short or damaged. The JDK's and commons-compress's streams lose what they had
 * decompressed in the call that fails, or take a damaged later member for the end of the file.
 */
final class GzipStream extends InputStream {
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private boolean inMember;
  private boolean done;

  GzipStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!done) {
      if (!inMember && !startMember()) {
        done = true;
        return -1;
      }
      int count = inflate(target, offset, length);
      if (count > 0) {
        crc.update(target, offset, count);
        return count;
      }
      if (inflater.finished()) {
        finishMember();
      } else if (inflater.needsDictionary()) {
        throw BrokenCompressionException.isDamaged("it asks for a dictionary");
      } else if (position < limit || fill()) {
        inflater.setInput(buffer, position, limit - position);
        position = limit;
      } else {
        throw BrokenCompressionException.endsInTheMiddle();
      }
    }
    return -1;
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      return inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      throw BrokenCompressionException.isDamaged(String.valueOf(e.getMessage()));
    }
  }

  /** Reads a member's header; false at the proper end of the file. */
  private boolean startMember() throws IOException {
    if (position == limit && !fill()) {
      return false;
    }
    if (next() != 0x1f || next() != 0x8b || next() != 8) {
      throw BrokenCompressionException.isDamaged("no gzip header where one is due");
    }
    int flags = next();
    skip(6);
    if ((flags & FLAG_EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      skipText();
    }
    if ((flags & FLAG_COMMENT) != 0) {
      skipText();
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      skip(2);
    }
    inflater.reset();
    crc.reset();
    inMember = true;
    return true;
  }

  private void finishMember() throws IOException {
    position = limit - inflater.getRemaining();
    long wantedCrc = nextInt();
    long wantedSize = nextInt();
    if (wantedCrc != crc.getValue()) {
      throw BrokenCompressionException.isDamaged("its checksum is wrong");
    }
    if (wantedSize != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw BrokenCompressionException.isDamaged("its length is wrong");
    }
    inMember = false;
  }

  private long nextInt() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    while (next() != 0) {
      // The terminating zero ends it.
    }
  }

  private int next() throws IOException {
    if (position == limit && !fill()) {
      throw BrokenCompressionException.endsInTheMiddle();
    }
    return buffer[position++] & 0xff;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
