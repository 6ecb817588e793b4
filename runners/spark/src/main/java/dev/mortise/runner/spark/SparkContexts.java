package dev.mortise.runner.spark;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.coders.SparkRunnerKryoRegistrator;
import org.apache.beam.runners.spark.translation.SparkContextFactory;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Makes the Spark context that a run works in, which is ours and not Beam's to stop. */
final class SparkContexts {
  private SparkContexts() {}

  /**
   * Connects to the master. Settings that {@code spark-submit} or {@code -Dspark.…} made are left
   * as they are.
   */
  static JavaSparkContext start(SparkPipelineOptions options) {
    JavaSparkContext context = new JavaSparkContext(conf(options));
    options.setUsesProvidedSparkContext(true);
    SparkContextFactory.setProvidedSparkContext(context);
    return context;
  }

  static void stop(JavaSparkContext context) {
    SparkContextFactory.clearProvidedSparkContext();
    context.stop();
  }

  static SparkConf conf(SparkPipelineOptions options) {
    SparkConf conf = new SparkConf();
    conf.setIfMissing("spark.master", options.getSparkMaster());
    conf.setIfMissing("spark.app.name", options.getAppName());
    conf.set("spark.kryo.registrator", SparkRunnerKryoRegistrator.class.getName());
    // Its bar and our progress would write over each other.
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    if (isLocal(conf.get("spark.master"))) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    } else if (!Submission.isUnderWay()) {
      Path jar = ownJar();
      if (jar != null) {
        conf.set("spark.jars", jar.toString());
      }
    }
    return conf;
  }

  static boolean isLocal(String master) {
    return master.equals("local") || master.startsWith("local[");
  }

  /** The jar that this class came from; null when it runs from a folder of classes. */
  static @Nullable Path ownJar() {
    CodeSource source = SparkContexts.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return null;
    }
    try {
      Path path = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(path) ? path : null;
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
