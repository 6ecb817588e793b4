package dev.mortise.pipeline.format;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Locale;
import org.apache.beam.sdk.io.FileSystems;
import org.jspecify.annotations.Nullable;

/**
 * Reads an Avro object container file. A record's position is its number in the file, from 1. A
 * file that breaks off, or is damaged, costs one dead letter where it does.
 *
 * <p>Of a {@link FilePosition}, the offset is where the block of the next record starts, and the
 * line counts the records before that block.
 */
final class AvroFileReader implements RecordReader {
  private final InputFile file;
  private final String input;
  private final @Nullable AvroContainer container;
  private FilePosition position;

  private AvroFileReader(
      InputFile file, String input, @Nullable AvroContainer container, FilePosition from) {
    this.file = file;
    this.input = input;
    this.container = container;
    this.position = from;
  }

  static AvroFileReader open(InputFile file, String input, FilePosition from) throws IOException {
    ReadableByteChannel channel = FileSystems.open(file.resource());
    try {
      if (!(channel instanceof SeekableByteChannel seekable)) {
        throw new UnreadableInputException(
            file.name() + ": Avro files must be on a file system that can seek in them");
      }
      AvroContainer container = container(file, seekable);
      if (container != null && from.offset() > 0 && !from.ended()) {
        container.seek(from.offset());
      }
      AvroFileReader reader = new AvroFileReader(file, input, container, from);
      if (container != null && !from.ended()) {
        for (long passed = from.line(); passed < from.records(); passed++) {
          container.next();
        }
      } else if (container == null) {
        channel.close();
      }
      return reader;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Null if the file is no container. */
  private static @Nullable AvroContainer container(InputFile file, SeekableByteChannel channel)
      throws IOException {
    try {
      return AvroContainer.open(new ChannelInput(channel));
    } catch (AvroContainer.BrokenContainerException e) {
      return null;
    } catch (UnreadableInputException e) {
      throw new UnreadableInputException(file.name() + " " + e.getMessage());
    }
  }

  @Override
  public @Nullable RawRecord next() throws IOException {
    if (position.ended()) {
      return null;
    }
    AvroContainer from = container;
    if (from == null) {
      return broken("is no Avro object container file");
    }
    long records = position.records();
    try {
      AvroDatum datum = from.next();
      if (datum == null) {
        return null;
      }
      position = after(from, records + 1);
      return new RawRecord(input, file.name() + ":" + (records + 1), "", null, null, datum);
    } catch (AvroContainer.BrokenContainerException e) {
      return broken(
          String.format(
              Locale.ROOT,
              records == 1 ? "%s: %,d row before it was read" : "%s: %,d rows before it were read",
              e.getMessage(),
              records));
    }
  }

  private FilePosition after(AvroContainer from, long records) {
    if (from.isBlockDone()) {
      return new FilePosition(from.blockEnd(), records, records, false);
    }
    return new FilePosition(position.offset(), position.line(), records, false);
  }

  private RawRecord broken(String error) {
    long records = position.records() + 1;
    position = new FilePosition(position.offset(), position.line(), records, true);
    return new RawRecord(input, file.name() + ":" + records, "", null, error, null);
  }

  @Override
  public FilePosition position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    AvroContainer open = container;
    if (open != null) {
      open.close();
    }
  }
}
