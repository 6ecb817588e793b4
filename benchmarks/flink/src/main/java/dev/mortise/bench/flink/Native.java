package dev.mortise.bench.flink;

import dev.mortise.bench.Event;
import dev.mortise.bench.Generator;
import dev.mortise.bench.Workload;
import java.nio.file.Path;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.source.RichParallelSourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** What Flink's own joins share: the environment, and the two streams. */
final class Native {
  static final int PARALLELISM = 2;
  private static final MemorySize MANAGED = MemorySize.ofMebiBytes(256);

  private Native() {}

  /**
   * The two streams of a workload, with their event times and watermarks.
   *
   * @param left left rows
   * @param right right rows
   */
  record Streams(DataStream<Event> left, DataStream<Event> right) {}

  /** Set as our own runs are: object reuse, memory for RocksDB, incremental checkpoints there. */
  static StreamExecutionEnvironment environment(Workload workload, Path scratch, boolean rocksdb) {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        scratch.resolve("checkpoints").toUri().toString());
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    if (rocksdb) {
      configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
      configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    }
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, configuration);
    env.enableCheckpointing(workload.checkpointMillis());
    env.getConfig().enableObjectReuse();
    return env;
  }

  @SuppressWarnings("deprecation") // See Rows.
  static Streams streams(StreamExecutionEnvironment env, Workload workload) {
    OutputTag<Event> right = new OutputTag<>("right") {};
    SingleOutputStreamOperator<Event> left =
        env.addSource(new Rows(workload)).process(new Split(right));
    return new Streams(left, left.getSideOutput(right));
  }

  /** A row and its side. Public for Flink's serializer. */
  public static final class Sided {
    public boolean left;
    public Event event = new Event();
  }

  private static final class Split extends ProcessFunction<Sided, Event> {
    private static final long serialVersionUID = 1L;
    private final OutputTag<Event> right;

    Split(OutputTag<Event> right) {
      this.right = right;
    }

    @Override
    public void processElement(Sided row, Context context, Collector<Event> out) {
      if (row.left) {
        out.collect(row.event);
      } else {
        context.output(right, row.event);
      }
    }
  }

  @SuppressWarnings("deprecation") // The new kind of source takes several classes to say the same.
  private static final class Rows extends RichParallelSourceFunction<Sided> {
    private static final long serialVersionUID = 1L;
    private final Workload workload;
    private volatile boolean cancelled;

    Rows(Workload workload) {
      this.workload = workload;
    }

    @Override
    public void run(SourceContext<Sided> context) {
      Generator generator = new Generator(workload);
      int splits = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
      int split = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      for (long block = split; block < workload.blocks() && !cancelled; block += splits) {
        synchronized (context.getCheckpointLock()) {
          generator.block(
              block,
              (left, event) -> {
                Sided row = new Sided();
                row.left = left;
                row.event = event;
                context.collectWithTimestamp(row, event.time);
              });
          // Flink's watermark says that no row has this time; Beam's, that none is before it.
          context.emitWatermark(new Watermark(workload.watermarkBefore(block + splits) - 1));
        }
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
