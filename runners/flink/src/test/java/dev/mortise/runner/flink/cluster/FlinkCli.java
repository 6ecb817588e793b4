package dev.mortise.runner.flink.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Flink's command line, {@code bin/flink} without the shell script around it. */
final class FlinkCli {
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final Pattern JOB = Pattern.compile("JobID ([0-9a-f]{32})");
  private static final Duration MOST = Duration.ofMinutes(5);

  private final Path folder;

  FlinkCli(Path folder) {
    this.folder = folder;
  }

  /** What a command left behind. */
  record Result(int status, String output, String errors) {
    /** The id of the job that was submitted. */
    String jobId() {
      Matcher matcher = JOB.matcher(output);
      if (!matcher.find()) {
        throw new AssertionError("No job was submitted: " + this);
      }
      return matcher.group(1);
    }
  }

  /** Runs {@code flink ARGUMENTS} to its end. */
  Result run(List<String> arguments) {
    try (Jvm client = start(arguments)) {
      int status = client.await(MOST);
      return new Result(status, client.output(), client.errors());
    } catch (TimeoutException e) {
      throw new AssertionError("flink " + String.join(" ", arguments), e);
    }
  }

  /** Starts {@code flink ARGUMENTS}. */
  Jvm start(List<String> arguments) {
    Map<String, String> environment =
        Map.of(
            "FLINK_CONF_DIR", folder.resolve("conf").toString(),
            "FLINK_PLUGINS_DIR", FlinkFiles.plugins().toString());
    List<String> options =
        new ArrayList<>(List.of("-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    options.addAll(Jvm.UNVERIFIED);
    return Jvm.start(
        folder.resolve("logs"),
        "flink-" + arguments.get(0) + "-" + RUNS.incrementAndGet(),
        environment,
        FlinkFiles.classPath(),
        options,
        "org.apache.flink.client.cli.CliFrontend",
        arguments);
  }

  /** {@code flink run FLAGS -c FlinkMain JAR ARGUMENTS}. */
  static List<String> runMortise(List<String> flags, List<String> arguments) {
    List<String> all = new ArrayList<>();
    all.add("run");
    all.addAll(flags);
    all.add("-c");
    all.add("dev.mortise.runner.flink.FlinkMain");
    all.add(FlinkFiles.fatJar().toString());
    all.addAll(arguments);
    return all;
  }
}
