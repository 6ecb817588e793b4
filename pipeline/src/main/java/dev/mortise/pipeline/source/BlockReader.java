package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads records in blocks, each at the beginning of time, and announces watermarks between them.
 * What a block holds is for each kind of reader to say.
 */
abstract class BlockReader extends UnboundedReader<RecordBlock> {
  private static final int MOST_RECORDS = 1000;
  private static final long MOST_CHARACTERS = 4 << 20;

  final Watermarks watermarks;
  private @Nullable RecordBlock current;

  BlockReader(Watermarks watermarks) {
    this.watermarks = watermarks;
  }

  /** A block that is being gathered. */
  static final class Block {
    private final List<RawRecord> records = new ArrayList<>();
    private long characters;

    boolean isEmpty() {
      return records.isEmpty();
    }

    boolean isFull() {
      return records.size() >= MOST_RECORDS || characters >= MOST_CHARACTERS;
    }

    void add(RawRecord record) {
      records.add(record);
      characters += FilesReader.size(record);
    }
  }

  @Override
  public final boolean advance() throws IOException {
    Block block = new Block();
    if (watermarks.mayRead()) {
      gather(block);
    }
    current = block.isEmpty() ? null : new RecordBlock(List.copyOf(block.records));
    watermarks.read(!block.isEmpty());
    return !block.isEmpty();
  }

  /** Adds what comes next to a block, or nothing, and moves the watermark. */
  abstract void gather(Block block) throws IOException;

  @Override
  public final Instant getWatermark() {
    return watermarks.announce();
  }

  @Override
  public final RecordBlock getCurrent() {
    RecordBlock block = current;
    if (block == null) {
      throw new NoSuchElementException();
    }
    return block;
  }

  @Override
  public final Instant getCurrentTimestamp() {
    if (current == null) {
      throw new NoSuchElementException();
    }
    return BoundedWindow.TIMESTAMP_MIN_VALUE;
  }
}
