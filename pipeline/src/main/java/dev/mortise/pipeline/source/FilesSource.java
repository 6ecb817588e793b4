package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.InputFile;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.format.RecordBlockCoder;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.jspecify.annotations.Nullable;

/**
 * Files, read once. A part of the source is some whole files, read one after the other; files are
 * never split, because line numbers are counted from their start.
 *
 * <p>A runner that asks a running reader to split gets the part beyond a chunk of a few megabytes.
 * The Direct runner does so at the start of every read, keeps all that a read gives in memory, and
 * reads the rest once the pipeline has nothing else to do: so it never holds more than a chunk of
 * each part, however large the files are. The rest is told by the number of its first block and
 * taken up by the reader that stopped there, which waits in {@link ParkedReaders}; where that is
 * gone, a new reader passes over the blocks before it.
 */
final class FilesSource extends BoundedSource<RecordBlock> {
  private static final long serialVersionUID = 1L;

  /** Blocks that one read gives when the runner splits it. */
  static final long CHUNK_BLOCKS = 40;

  private final String pattern;
  private final String written;
  private final RowFormat format;
  private final String input;

  /** Null for all files of the pattern. */
  private final @Nullable List<InputFile> files;

  /** Tells parts apart. */
  private final String part;

  private final long firstBlock;
  private final long endBlock;

  private FilesSource(
      String pattern,
      String written,
      RowFormat format,
      String input,
      @Nullable List<InputFile> files,
      String part,
      long firstBlock,
      long endBlock) {
    this.pattern = pattern;
    this.written = written;
    this.format = format;
    this.input = input;
    this.files = files;
    this.part = part;
    this.firstBlock = firstBlock;
    this.endBlock = endBlock;
  }

  static FilesSource of(InputSpec input, SourceSpec.Files from) {
    return new FilesSource(
        from.pattern(),
        from.written(),
        input.format(),
        input.name(),
        null,
        UUID.randomUUID().toString(),
        0,
        Long.MAX_VALUE);
  }

  private FilesSource blocks(long first, long end) {
    return new FilesSource(pattern, written, format, input, files, part, first, end);
  }

  private List<InputFile> files() throws IOException {
    return files != null ? files : InputFiles.find(pattern, written);
  }

  @Override
  public List<FilesSource> split(long desiredBytes, PipelineOptions options) throws IOException {
    List<FilesSource> parts = new ArrayList<>();
    ArrayList<InputFile> group = new ArrayList<>();
    long bytes = 0;
    for (InputFile file : files()) {
      group.add(file);
      bytes += file.sizeBytes();
      if (bytes >= Math.max(1, desiredBytes)) {
        parts.add(partOf(group));
        group = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!group.isEmpty()) {
      parts.add(partOf(group));
    }
    return parts;
  }

  private FilesSource partOf(List<InputFile> group) {
    String name = UUID.randomUUID().toString();
    return new FilesSource(pattern, written, format, input, group, name, firstBlock, endBlock);
  }

  @Override
  public long getEstimatedSizeBytes(PipelineOptions options) throws IOException {
    return files().stream().mapToLong(InputFile::sizeBytes).sum();
  }

  @Override
  public BoundedReader<RecordBlock> createReader(PipelineOptions options) throws IOException {
    return new BlockReader(this);
  }

  @Override
  public Coder<RecordBlock> getOutputCoder() {
    return RecordBlockCoder.of();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("input", input))
        .add(DisplayData.item("files", written))
        .add(DisplayData.item("format", format.name()));
  }

  private String blockName(long block) {
    return part + "@" + block;
  }

  private static final class BlockReader extends BoundedReader<RecordBlock> {
    /** Guarded by this, as is {@link #source}: a runner splits from another thread. */
    private long nextBlock;

    private FilesSource source;
    private @Nullable FilesReader reader;
    private @Nullable RecordBlock current;
    private boolean exhausted;

    BlockReader(FilesSource source) {
      this.source = source;
      this.nextBlock = source.firstBlock;
    }

    @Override
    public synchronized boolean start() throws IOException {
      FilesReader parked = ParkedReaders.take(source.blockName(nextBlock));
      if (parked != null) {
        reader = parked;
        return advance();
      }
      FilesReader fresh =
          new FilesReader(source.files(), source.format, source.input, FilesPosition.START);
      reader = fresh;
      for (long passed = 0; passed < nextBlock; passed++) {
        if (fresh.nextBlock() == null) {
          break;
        }
      }
      return advance();
    }

    @Override
    public synchronized boolean advance() throws IOException {
      FilesReader from = reader;
      current = null;
      if (from == null || exhausted || nextBlock >= source.endBlock) {
        return false;
      }
      current = from.nextBlock();
      exhausted = current == null;
      if (!exhausted) {
        nextBlock++;
      }
      return !exhausted;
    }

    @Override
    public RecordBlock getCurrent() {
      RecordBlock block = current;
      if (block == null) {
        throw new NoSuchElementException();
      }
      return block;
    }

    @Override
    public synchronized FilesSource getCurrentSource() {
      return source;
    }

    /** Not told in detail: the length of what was decompressed is unknown before the end. */
    @Override
    public synchronized Double getFractionConsumed() {
      return exhausted ? 1.0 : nextBlock == source.firstBlock ? 0.0 : 0.5;
    }

    @Override
    public synchronized @Nullable BoundedSource<RecordBlock> splitAtFraction(double fraction) {
      if (exhausted || source.endBlock != Long.MAX_VALUE) {
        return null;
      }
      long end = nextBlock + CHUNK_BLOCKS;
      BoundedSource<RecordBlock> rest = source.blocks(end, Long.MAX_VALUE);
      source = source.blocks(source.firstBlock, end);
      return rest;
    }

    @Override
    public synchronized void close() throws IOException {
      FilesReader from = reader;
      reader = null;
      if (from != null && !exhausted && nextBlock == source.endBlock) {
        ParkedReaders.park(source.blockName(nextBlock), from);
      } else if (from != null) {
        from.close();
      }
    }
  }
}
