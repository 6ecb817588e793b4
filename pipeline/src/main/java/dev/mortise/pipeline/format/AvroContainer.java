package dev.mortise.pipeline.format;

import dev.mortise.pipeline.spec.AvroFiles;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Reads the records of an Avro object container, each still in its binary form. */
public final class AvroContainer implements Closeable {
  /** The longest that the two numbers in front of a block can be, in bytes. */
  private static final int BLOCK_HEAD = 20;

  /** The schema is in the head, and a schema of more would be another file given by mistake. */
  private static final int MOST_HEAD_BYTES = 4 << 20;

  private static final Schema META = Schema.createMap(Schema.create(Schema.Type.BYTES));

  private final SeekableInput input;
  private final DataFileReader<Object> reader;
  private final String schema;
  private byte[] block = new byte[0];
  private int at;
  private long left;

  private AvroContainer(SeekableInput input, DataFileReader<Object> reader) {
    this.input = input;
    this.reader = reader;
    this.schema = reader.getSchema().toString();
  }

  /** A container that breaks off or contradicts itself; nothing behind that can be read. */
  public static final class BrokenContainerException extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenContainerException(String message) {
      super(message);
    }
  }

  /** Whether bytes begin as a container does. */
  public static boolean isOne(byte[] bytes) {
    int length = DataFileConstants.MAGIC.length;
    return bytes.length >= length
        && Arrays.equals(bytes, 0, length, DataFileConstants.MAGIC, 0, length);
  }

  /**
   * Opens a container.
   *
   * @throws BrokenContainerException if it is none
   * @throws UnreadableInputException if its codec can't be undone here
   */
  public static AvroContainer open(SeekableInput input) throws IOException {
    try {
      checkHead(input);
      AvroContainer container =
          new AvroContainer(input, new DataFileReader<>(input, new GenericDatumReader<>()));
      String codec = container.reader.getMetaString(DataFileConstants.CODEC);
      String problem = AvroFiles.codecProblem(codec);
      if (problem != null) {
        throw new UnreadableInputException("is " + problem);
      }
      return container;
    } catch (AvroRuntimeException | LinkageError e) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith(AvroFiles.UNKNOWN_CODEC)) {
        String codec = message.substring(AvroFiles.UNKNOWN_CODEC.length());
        throw new UnreadableInputException("is " + AvroFiles.codecProblem(codec));
      }
      throw new BrokenContainerException("is no Avro object container");
    } catch (UnreadableInputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new BrokenContainerException("is no Avro object container");
    }
  }

  /** The schema that its records were written with, as JSON. */
  public String schema() {
    return schema;
  }

  /**
   * The next record; null at the end.
   *
   * @throws BrokenContainerException if it can't be read, nor any behind it
   */
  public @Nullable AvroDatum next() throws IOException {
    while (left == 0) {
      if (at != block.length) {
        throw damaged("a block holds more than its records");
      }
      if (blockEnd() == input.length()) {
        return null;
      }
      readBlock();
    }
    int end;
    try {
      end = AvroWalk.end(reader.getSchema(), block, at);
    } catch (AvroBytes.BrokenDatumException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
    AvroDatum datum = new AvroDatum(schema, Arrays.copyOfRange(block, at, end));
    at = end;
    left--;
    return datum;
  }

  /** Where the block behind that of the last record starts, in bytes. */
  public long blockEnd() {
    return reader.previousSync();
  }

  /** Whether the last record was its block's last. */
  boolean isBlockDone() {
    return left == 0;
  }

  /** Goes on with the block that starts at a place that {@link #blockEnd} told. */
  void seek(long blockStart) throws IOException {
    reader.seek(blockStart);
    block = new byte[0];
    at = 0;
    left = 0;
  }

  private void readBlock() throws IOException {
    checkLength();
    try {
      if (!reader.hasNext()) {
        // This is how Avro takes a block that is cut short.
        throw new EOFException();
      }
      ByteBuffer bytes = reader.nextBlock();
      left = reader.getBlockCount();
      block = new byte[bytes.remaining()];
      bytes.duplicate().get(block);
      at = 0;
      if (left < 0) {
        throw damaged("a block has a negative number of records");
      }
    } catch (EOFException e) {
      throw new BrokenContainerException("the file ends in the middle of a block");
    } catch (BrokenContainerException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      Throwable cause =
          e instanceof AvroRuntimeException && e.getCause() != null ? e.getCause() : e;
      throw damaged(String.valueOf(cause.getMessage()));
    }
  }

  /** Goes through the head without keeping any of it: Avro would believe each length in it. */
  private static void checkHead(SeekableInput input) throws IOException {
    byte[] head = bytes(input, 0, MOST_HEAD_BYTES);
    try {
      AvroWalk.end(META, head, Math.min(head.length, DataFileConstants.MAGIC.length));
    } catch (AvroBytes.BrokenDatumException e) {
      throw new BrokenContainerException(String.valueOf(e.getMessage()));
    }
    input.seek(0);
  }

  private static byte[] bytes(SeekableInput input, long from, int most) throws IOException {
    byte[] bytes = new byte[(int) Math.min(most, input.length() - from)];
    input.seek(from);
    int read = 0;
    while (read < bytes.length) {
      int count = input.read(bytes, read, bytes.length - read);
      if (count < 0) {
        return Arrays.copyOf(bytes, read);
      }
      read += count;
    }
    return bytes;
  }

  /** Avro would set aside memory for a block of whatever length the file says. */
  private void checkLength() throws IOException {
    long start = blockEnd();
    long before = input.tell();
    byte[] head = bytes(input, start, BLOCK_HEAD);
    input.seek(before);
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(head, null);
    try {
      in.readLong();
      if (in.readLong() > input.length() - start) {
        throw new EOFException();
      }
    } catch (EOFException e) {
      throw new BrokenContainerException("the file ends in the middle of a block");
    } catch (IOException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  private static BrokenContainerException damaged(String how) {
    return new BrokenContainerException("the file is damaged (" + how + ")");
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
