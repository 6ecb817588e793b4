package dev.mortise.bench.beam;

import dev.mortise.bench.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** The numbers of a workload's blocks as a stream; its watermark is that of the rows in them. */
final class Blocks extends UnboundedSource<Long, Blocks.Next> {
  private static final long serialVersionUID = 1L;

  private final Workload workload;
  private final int split;
  private final int splits;

  Blocks(Workload workload) {
    this(workload, 0, 1);
  }

  private Blocks(Workload workload, int split, int splits) {
    this.workload = workload;
    this.split = split;
    this.splits = splits;
  }

  /** The block that comes next. */
  record Next(long block) implements CheckpointMark {
    @Override
    public void finalizeCheckpoint() {
      // Nobody keeps what was read.
    }
  }

  @Override
  public List<Blocks> split(int desired, PipelineOptions options) {
    List<Blocks> parts = new ArrayList<>();
    for (int i = 0; i < desired; i++) {
      parts.add(new Blocks(workload, i, desired));
    }
    return parts;
  }

  @Override
  public UnboundedReader<Long> createReader(PipelineOptions options, @Nullable Next mark) {
    return new Reader(this, mark == null ? split : mark.block());
  }

  @Override
  public Coder<Next> getCheckpointMarkCoder() {
    return org.apache.beam.sdk.coders.DelegateCoder.of(VarLongCoder.of(), Next::block, Next::new);
  }

  @Override
  public Coder<Long> getOutputCoder() {
    return VarLongCoder.of();
  }

  private static final class Reader extends UnboundedReader<Long> {
    private final Blocks source;
    private long next;
    private long current = -1;

    Reader(Blocks source, long next) {
      this.source = source;
      this.next = next;
    }

    @Override
    public boolean start() throws IOException {
      return advance();
    }

    @Override
    public boolean advance() {
      if (next >= source.workload.blocks()) {
        current = -1;
        return false;
      }
      current = next;
      next += source.splits;
      return true;
    }

    @Override
    public Long getCurrent() {
      if (current < 0) {
        throw new NoSuchElementException();
      }
      return current;
    }

    @Override
    public Instant getCurrentTimestamp() {
      return Instant.ofEpochMilli(source.workload.earliestIn(current));
    }

    @Override
    public Instant getWatermark() {
      // While a block has been given it may not be behind the rows that are made of it.
      return next >= source.workload.blocks() && current < 0
          ? BoundedWindow.TIMESTAMP_MAX_VALUE
          : Instant.ofEpochMilli(source.workload.watermarkBefore(next));
    }

    @Override
    public CheckpointMark getCheckpointMark() {
      return new Next(next);
    }

    @Override
    public UnboundedSource<Long, ?> getCurrentSource() {
      return source;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
