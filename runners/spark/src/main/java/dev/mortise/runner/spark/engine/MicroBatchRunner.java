package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs pipelines with unbounded input on Spark.
 *
 * <p>With a checkpoint directory, all that a job needs to go on is there: what each batch reads is
 * written before the batch runs, and every few batches the state of all steps. A run with the same
 * directory goes on from there; batches behind the last checkpoint run again, exactly as they were.
 * Without one, a run begins anew.
 */
public final class MicroBatchRunner {
  private static final Logger LOG = LoggerFactory.getLogger(MicroBatchRunner.class);
  private static final String SERIALIZER = "spark.serializer";
  private static final String JAVA_SERIALIZER = "org.apache.spark.serializer.JavaSerializer";

  private MicroBatchRunner() {}

  /**
   * Starts a pipeline and does not wait for its end.
   *
   * @param spark where to run it; it is the caller's to stop, behind the end
   * @param directory the checkpoint directory, which all executors can write to; null for none
   * @param signature tells the job's state from that of other jobs; it is stored, see {@link #find}
   * @throws UnsupportedOperationException if the pipeline has a step that would not run right
   * @throws IllegalArgumentException if there is no directory, but executors on other machines, or
   *     if Spark serializes in another way than Java's
   * @throws IllegalStateException if the directory holds the state of another pipeline
   */
  public static PipelineResult run(
      JavaSparkContext spark, Pipeline pipeline, @Nullable String directory, String signature) {
    return run(spark, pipeline, directory, signature, (batch, progress) -> {});
  }

  /** What a checkpoint directory says of the job in it, or null if there is none. */
  public static @Nullable JobInfo find(String directory) throws IOException {
    return new JobStore(directory).job();
  }

  static PipelineResult run(
      JavaSparkContext spark,
      Pipeline pipeline,
      @Nullable String directory,
      String signature,
      MicroBatchLoop.Observer observer) {
    MetricsEnvironment.setMetricsSupported(true);
    StepGraph graph = PipelineReader.read(pipeline);
    checkSerializer(spark);
    try {
      return new Start(graph, spark, pipeline.getOptions(), directory, signature).run(observer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("The job could not be started.", e);
    }
  }

  /** Blocks encode themselves by their coders, which only Java's serialization lets them do. */
  private static void checkSerializer(JavaSparkContext spark) {
    String serializer = spark.getConf().get(SERIALIZER, JAVA_SERIALIZER);
    if (!serializer.equals(JAVA_SERIALIZER)) {
      throw new IllegalArgumentException(
          SERIALIZER + ": must be " + JAVA_SERIALIZER + " for streams, but is " + serializer);
    }
  }

  /** A job about to start. */
  private record Start(
      StepGraph graph,
      JavaSparkContext spark,
      PipelineOptions options,
      @Nullable String directory,
      String signature) {

    PipelineResult run(MicroBatchLoop.Observer observer) throws Exception {
      String run = UUID.randomUUID().toString();
      boolean durable = directory != null;
      if (!durable && !spark.sc().isLocal()) {
        throw new IllegalArgumentException(
            "--checkpointDir: a stream on a Spark cluster must have one, on a file system that all"
                + " executors can write to, but there is none.");
      }
      JobStore store =
          new JobStore(
              directory != null
                  ? directory
                  : Files.createTempDirectory("mortise-batches").toString());
      MicroBatchOptions settings = options.as(MicroBatchOptions.class);
      JobInfo known = store.job();
      int partitions =
          known != null
              ? known.partitions()
              : settings.getStatePartitions() > 0
                  ? settings.getStatePartitions()
                  : spark.defaultParallelism();
      Sources sources;
      if (known == null) {
        sources = Sources.split(graph, partitions, options);
        store.begin(new JobInfo(signature, partitions, false), sources.toBytes());
      } else {
        sources = Sources.fromBytes(store.sources());
      }
      Snapshot snapshot = known == null ? null : store.newestSnapshot();
      if (snapshot != null && !snapshot.finished()) {
        checkSameSteps(snapshot);
      }
      Job job = new Job(spark, graph, sources, options, partitions, store, run);
      JobMetrics metrics = new JobMetrics();
      MicroBatchLoop loop = new MicroBatchLoop(job, settings, durable, metrics, observer);
      CompletableFuture<State> end = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                State state = State.DONE;
                Throwable failure = null;
                spark.setJobGroup(run, options.getJobName(), true);
                try {
                  if (snapshot != null && snapshot.finished()) {
                    metrics.restore(snapshot.metrics());
                  } else {
                    loop.run(snapshot);
                    state = loop.isStopped() ? State.CANCELLED : State.DONE;
                  }
                } catch (Throwable e) {
                  state = State.CANCELLED;
                  failure = loop.isStopped() ? null : e;
                }
                close(run, durable ? null : store);
                if (failure != null) {
                  end.completeExceptionally(failure);
                } else {
                  end.complete(state);
                }
              },
              "mortise-micro-batches");
      thread.setDaemon(true);
      thread.start();
      return new MicroBatchResult(
          end,
          metrics,
          () -> {
            loop.stop();
            if (!end.isDone() && !spark.sc().isStopped()) {
              spark.cancelJobGroup(run);
            }
          });
    }

    private void close(String run, @Nullable JobStore temporary) {
      try {
        OpenReaders.closeAll(run);
        if (temporary != null) {
          temporary.delete();
        }
      } catch (IOException | RuntimeException e) {
        LOG.warn("Something could not be cleaned up behind a job.", e);
      }
    }

    private void checkSameSteps(Snapshot snapshot) {
      Set<String> steps = new HashSet<>();
      graph.keyed().forEach(node -> steps.add(node.name()));
      if (!steps.equals(snapshot.state().keySet())) {
        throw new IllegalStateException(
            String.format(
                "--checkpointDir: must hold the state of this pipeline's steps, but %s"
                    + " holds that of %s, and the pipeline has %s. Use another directory.",
                directory, snapshot.state().keySet(), steps));
      }
    }
  }
}
