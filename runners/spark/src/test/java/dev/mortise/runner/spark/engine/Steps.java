package dev.mortise.runner.spark.engine;

import dev.mortise.pipeline.source.Stepwise;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** A source that gives what a test says, split by split. */
class Steps extends UnboundedSource<KV<String, Integer>, Steps.Mark> {
  private static final long serialVersionUID = 1L;

  /** What a split does next. */
  sealed interface Step extends Serializable {}

  record Row(String key, int value, long time) implements Step {}

  record Watermark(long time) implements Step {}

  /** Has nothing, for so many polls. */
  record Wait(int polls) implements Step {}

  private final ArrayList<ArrayList<Step>> splits = new ArrayList<>();

  static Steps of(List<List<Step>> splits) {
    Steps source = new Steps();
    splits.forEach(split -> source.splits.add(new ArrayList<>(split)));
    return source;
  }

  static Steps of(Step... steps) {
    return of(List.of(List.of(steps)));
  }

  /** One whose watermarks are exact: each ends a batch. */
  static Steps stepwise(Step... steps) {
    Exact source = new Exact();
    ((Steps) source).splits.add(new ArrayList<>(List.of(steps)));
    return source;
  }

  static Step row(String key, int value, long time) {
    return new Row(key, value, time);
  }

  static Step watermark(long time) {
    return new Watermark(time);
  }

  private static final class Exact extends Steps implements Stepwise {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public List<Steps> split(int desired, PipelineOptions options) {
    List<Steps> all = new ArrayList<>();
    for (ArrayList<Step> split : splits) {
      all.add(this instanceof Stepwise ? stepwise(split.toArray(new Step[0])) : of(List.of(split)));
    }
    return all;
  }

  @Override
  public Coder<KV<String, Integer>> getOutputCoder() {
    return KvCoder.of(StringUtf8Coder.of(), VarIntCoder.of());
  }

  /** How many steps are done, and where that left the watermark. */
  record Mark(int done, long watermark) implements CheckpointMark {
    @Override
    public void finalizeCheckpoint() {}
  }

  @Override
  public Coder<Mark> getCheckpointMarkCoder() {
    return new MarkCoder();
  }

  private static final class MarkCoder extends AtomicCoder<Mark> {
    private static final long serialVersionUID = 1L;

    @Override
    public void encode(Mark mark, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(mark.done());
      data.writeLong(mark.watermark());
    }

    @Override
    public Mark decode(InputStream in) throws IOException {
      DataInputStream data = new DataInputStream(in);
      return new Mark(data.readInt(), data.readLong());
    }
  }

  @Override
  public UnboundedReader<KV<String, Integer>> createReader(
      PipelineOptions options, @Nullable Mark mark) {
    return new Reader(this, splits.get(0), mark);
  }

  private static final class Reader extends UnboundedReader<KV<String, Integer>> {
    private final Steps source;
    private final List<Step> steps;
    private int done;
    private int waited;
    private long watermark;
    private @Nullable Row current;

    Reader(Steps source, List<Step> steps, @Nullable Mark mark) {
      this.source = source;
      this.steps = steps;
      this.done = mark == null ? 0 : mark.done();
      this.watermark = mark == null ? BatchTimes.START : mark.watermark();
    }

    @Override
    public boolean start() {
      return advance();
    }

    @Override
    public boolean advance() {
      current = null;
      while (done < steps.size()) {
        Step step = steps.get(done);
        if (step instanceof Wait wait && waited++ < wait.polls()) {
          return false;
        }
        done++;
        waited = 0;
        if (step instanceof Row row) {
          current = row;
          return true;
        }
        if (step instanceof Watermark moved) {
          watermark = moved.time();
          if (source instanceof Stepwise) {
            return false;
          }
        }
      }
      watermark = BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();
      return false;
    }

    private Row row() {
      Row row = current;
      if (row == null) {
        throw new NoSuchElementException();
      }
      return row;
    }

    @Override
    public KV<String, Integer> getCurrent() {
      return KV.of(row().key(), row().value());
    }

    @Override
    public Instant getCurrentTimestamp() {
      return Instant.ofEpochMilli(row().time());
    }

    @Override
    public Instant getWatermark() {
      return Instant.ofEpochMilli(watermark);
    }

    @Override
    public Mark getCheckpointMark() {
      return new Mark(done, watermark);
    }

    @Override
    public UnboundedSource<KV<String, Integer>, ?> getCurrentSource() {
      return source;
    }

    @Override
    public void close() {}
  }
}
