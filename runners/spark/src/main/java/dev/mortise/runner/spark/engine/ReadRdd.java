package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * What a batch reads from the splits of one source, a block each. The first computation reads what
 * there is; once the batch is planned, a lost block is read again as exactly that.
 */
final class ReadRdd extends EngineRdd<Block> {
  private static final long serialVersionUID = 1L;
  private static final long PATIENCE_MILLIS = 60_000;

  /** What stays the same from batch to batch. */
  record Setting(
      String run,
      int node,
      String step,
      ArrayList<SplitSource<?, ?>> splits,
      Coder<WindowedValue<Object>> coder,
      SerializablePipelineOptions options)
      implements Serializable {}

  private final Broadcast<Setting> setting;
  private final BatchMetrics metrics;
  private final long batch;
  private final SplitReads.Limits limits;
  private final transient List<Part> parts;

  /**
   * @param starts a plan for each split that is to be read: where it begins, and once it is known,
   *     where it ends
   * @param planned whether that is known
   * @param places where each split was read last, by its number
   */
  ReadRdd(
      SparkContext spark,
      Broadcast<Setting> setting,
      BatchMetrics metrics,
      long batch,
      SplitReads.Limits limits,
      List<SplitPlan> starts,
      boolean planned,
      Map<Integer, String> places) {
    super(spark, Block.class);
    this.setting = setting;
    this.metrics = metrics;
    this.batch = batch;
    this.limits = limits;
    this.parts = new ArrayList<>();
    for (SplitPlan start : starts) {
      parts.add(new Part(parts.size(), start, planned, places.get(start.split())));
    }
  }

  /** A split. Sent along with each task, as it is then. */
  private static final class Part extends EnginePart {
    private static final long serialVersionUID = 1L;
    private final @Nullable String place;
    private SplitPlan plan;
    private boolean planned;

    Part(int index, SplitPlan plan, boolean planned, @Nullable String place) {
      super(index);
      this.plan = plan;
      this.planned = planned;
      this.place = place;
    }
  }

  /** From now on a block that is computed holds what {@code plans} say, in the order of splits. */
  void settle(List<SplitPlan> plans) {
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).plan = plans.get(i);
      parts.get(i).planned = true;
    }
  }

  @Override
  public Partition[] getPartitions() {
    return parts.toArray(new Partition[0]);
  }

  @Override
  public Seq<String> getPreferredLocations(Partition partition) {
    String place = ((Part) partition).place;
    return scala.collection.JavaConverters.asScalaBuffer(
            place == null ? List.<String>of() : List.of(place))
        .toList();
  }

  @Override
  public scala.collection.Iterator<Block> compute(Partition partition, TaskContext task) {
    Part part = (Part) partition;
    try {
      return only(block(part, setting.value().splits().get(part.plan.split())));
    } catch (IOException e) {
      throw new UncheckedIOException(setting.value().step() + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("try") // The scope is only to be left.
  private <T, M extends CheckpointMark> Block block(Part part, SplitSource<T, M> source)
      throws IOException {
    Setting all = setting.value();
    SplitReads<T, M> reads = new SplitReads<>(source, all.options());
    MetricsContainerImpl counted = new MetricsContainerImpl(all.step());
    SplitReads.Result<T> result;
    try (java.io.Closeable scope = MetricsEnvironment.scopedMetricsContainer(counted)) {
      if (part.planned) {
        result = new SplitReads.Result<>(reads.readAgain(part.plan, PATIENCE_MILLIS), part.plan);
      } else {
        result = readNew(part, source, reads);
      }
    }
    metrics.add(
        new BatchMetrics.Report(
            new BatchMetrics.Place(batch, all.node(), part.plan.split(), all.step()), counted));
    @SuppressWarnings("unchecked") // From here on an element is anything.
    List<WindowedValue<Object>> elements =
        (List<WindowedValue<Object>>) (List<?>) result.elements();
    return new Block(List.of(all.coder()), List.of(elements), null, result.plan());
  }

  private <T, M extends CheckpointMark> SplitReads.Result<T> readNew(
      Part part, SplitSource<T, M> source, SplitReads<T, M> reads) throws IOException {
    Setting all = setting.value();
    SplitPlan start = part.plan;
    OpenReaders.Open<T> reader =
        OpenReaders.take(all.run(), all.node(), start.split(), start.from());
    if (reader == null) {
      reader = new OpenReaders.Open<>(source.open(all.options(), start.from()));
    }
    boolean done = false;
    try {
      SplitReads.Result<T> result = reads.readNew(reader, start, limits);
      done = true;
      if (result.plan().watermark() >= BatchTimes.END) {
        reader.close();
      } else {
        OpenReaders.park(all.run(), all.node(), start.split(), result.plan().to(), reader);
      }
      return result;
    } finally {
      if (!done) {
        reader.close();
      }
    }
  }
}
