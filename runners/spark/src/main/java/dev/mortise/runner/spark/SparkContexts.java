package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.ProgramJar;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.coders.SparkRunnerKryoRegistrator;
import org.apache.beam.runners.spark.translation.SparkContextFactory;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.serializer.JavaSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the Spark context that a run works in, which is ours and not Beam's to stop. */
final class SparkContexts {
  private static final Logger LOG = LoggerFactory.getLogger(SparkContexts.class);

  /** Where nothing tells: few enough for a small cluster, and work for a middling one. */
  private static final int UNKNOWN_CORES = 8;

  private SparkContexts() {}

  /**
   * Connects to the master. Settings that {@code spark-submit} or {@code -Dspark.…} made are left
   * as they are.
   */
  static JavaSparkContext start(SparkPipelineOptions options) {
    JavaSparkContext context = new JavaSparkContext(conf(options));
    options.setUsesProvidedSparkContext(true);
    // For any other master, Beam would look for files to send to it: all jars of the class path.
    options.setSparkMaster("local");
    SparkContextFactory.setProvidedSparkContext(context);
    return context;
  }

  static void stop(JavaSparkContext context) {
    SparkContextFactory.clearProvidedSparkContext();
    if (!context.sc().isStopped()) {
      settle(context);
      context.stop();
    }
  }

  /**
   * Waits for the removal of blocks that is under way. Spark does it in the background, and what it
   * finds stopped in the midst of it, it prints as stack traces.
   */
  private static void settle(JavaSparkContext context) {
    try {
      context.emptyRDD().cache().unpersist(true);
    } catch (RuntimeException e) {
      // A context that is broken has nothing to settle.
      LOG.debug("Could not wait for the removal of blocks.", e);
    }
  }

  static SparkConf conf(SparkPipelineOptions options) {
    SparkConf conf = new SparkConf();
    conf.setIfMissing("spark.master", options.getSparkMaster());
    String name = conf.get("spark.app.name", "");
    if (name.isEmpty() || name.equals(SparkMain.class.getName())) {
      conf.setAppName(options.getAppName());
    }
    // What Beam and our engine send over the network encodes itself by its coders.
    conf.set("spark.serializer", JavaSerializer.class.getName());
    conf.set("spark.kryo.registrator", SparkRunnerKryoRegistrator.class.getName());
    // Its bar and our progress would write over each other.
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    if (isLocal(conf.get("spark.master"))) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    } else if (!Submission.isUnderWay()) {
      ProgramJar.of(SparkContexts.class).ifPresent(jar -> conf.set("spark.jars", jar.toString()));
    }
    return conf;
  }

  static boolean isLocal(String master) {
    return master.equals("local") || master.startsWith("local[");
  }

  /**
   * How many tasks run at a time, as far as the settings say: executors register later. 0 leaves it
   * to Spark.
   */
  static int cores(SparkConf conf) {
    if (isLocal(conf.get("spark.master"))) {
      return 0;
    }
    int each = conf.getInt("spark.executor.cores", 1);
    int all =
        Math.max(
            conf.getInt("spark.executor.instances", 0) * each, conf.getInt("spark.cores.max", 0));
    return all > 0 ? all : UNKNOWN_CORES;
  }
}
