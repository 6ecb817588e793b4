package dev.mortise.pipeline.format;

import dev.mortise.pipeline.spec.AvroFiles;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
      end = AvroBytes.end(reader.getSchema(), block, at);
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
    input.seek(0);
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(new InputBytes(input), null);
    in.skipFixed(DataFileConstants.MAGIC.length);
    GenericDatumReader.skip(META, in);
    in.skipFixed(DataFileConstants.SYNC_SIZE);
    input.seek(0);
  }

  /** An input as a stream, which reading to its end does not close. */
  private static final class InputBytes extends InputStream {
    private final SeekableInput input;

    InputBytes(SeekableInput input) {
      this.input = input;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 1 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return input.read(bytes, offset, length);
    }
  }

  /** Avro would set aside memory for a block of whatever length the file says. */
  private void checkLength() throws IOException {
    long start = blockEnd();
    long before = input.tell();
    byte[] head = new byte[(int) Math.min(BLOCK_HEAD, input.length() - start)];
    input.seek(start);
    int read = 0;
    while (read < head.length) {
      int count = input.read(head, read, head.length - read);
      if (count < 0) {
        break;
      }
      read += count;
    }
    input.seek(before);
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(head, 0, read, null);
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
