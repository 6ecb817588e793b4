package dev.mortise.demo;

import dev.mortise.pipeline.cli.Mortise;
import dev.mortise.pipeline.spec.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code ./mortise demo}. */
@Command(
    name = "mortise demo",
    description = {
      "Joins two live Kafka topics of made-up orders and payments, and shows it on a page.",
      "It starts a broker and Flink of its own, and leaves nothing behind. Ctrl-C ends it."
    },
    sortOptions = false)
public final class DemoMain implements Callable<Integer> {
  /** The system property with the spec that the launcher ships. */
  private static final String SPEC = "mortise.demo.spec";

  private static final double MAX_RATE = 2_000;
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the page, on this machine only. Default: 8642, or a free one.")
  @Nullable Integer port;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Orders a second, outside of bursts. Default: ${DEFAULT-VALUE}.")
  double rate = 60;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the made-up streams. Default: ${DEFAULT-VALUE}.")
  long seed = 1;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "End after this time, such as 10m. Default: run until Ctrl-C.")
  @Nullable String duration;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "Another spec over the demo's topics. Default: demo/spec.yaml.")
  @Nullable String spec;

  @Option(names = "--verbose", description = "Print stack traces, and what Beam and Flink log.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  boolean help;

  /** Runs the command line, and ends the JVM with its status. */
  public static void main(String[] args) {
    if (Mortise.isVerbose(args)) {
      // The backend reads its settings once, when the first logger is made.
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
    // The launcher passes the command's name on.
    String[] own =
        args.length > 0 && args[0].equals("demo") ? Arrays.copyOfRange(args, 1, args.length) : args;
    System.exit(
        new CommandLine(new DemoMain())
            .setParameterExceptionHandler((e, given) -> wrongUse(e))
            .execute(own));
  }

  private static int wrongUse(ParameterException e) {
    System.err.println("mortise demo: " + e.getMessage());
    System.err.println("Try mortise demo --help.");
    return Mortise.WRONG_USE;
  }

  @Override
  public Integer call() {
    List<String> problems = new ArrayList<>();
    Integer asked = port;
    if (asked != null && (asked < 0 || asked > MAX_PORT)) {
      problems.add("--port: must be from 0 to " + MAX_PORT + ", but --port = " + asked + ".");
    }
    if (!(rate > 0 && rate <= MAX_RATE)) {
      problems.add(
          String.format(
              "--rate: must be more than 0 and at most %.0f, but --rate = %s.", MAX_RATE, rate));
    }
    Duration time = duration(problems);
    Path file = spec(problems);
    if (!problems.isEmpty() || file == null) {
      problems.forEach(System.err::println);
      return Mortise.WRONG_USE;
    }
    try {
      return new Demo(file, asked, rate, seed, time, verbose).run();
    } catch (IOException e) {
      System.err.println("The demo failed: " + e.getMessage());
      return Mortise.FAILED;
    }
  }

  private @Nullable Duration duration(List<String> problems) {
    if (duration == null) {
      return null;
    }
    try {
      Duration time = Durations.parse(duration);
      if (time.getMillis() > 0) {
        return time;
      }
      problems.add("--duration: must be more than 0, but --duration = " + duration + ".");
    } catch (IllegalArgumentException e) {
      problems.add("--duration: " + e.getMessage());
    }
    return null;
  }

  private @Nullable Path spec(List<String> problems) {
    String named = spec != null ? spec : System.getProperty(SPEC);
    if (named == null) {
      problems.add("--spec: must name a file. Start the demo with ./mortise demo, which does.");
      return null;
    }
    Path file = Path.of(named);
    if (!Files.isReadable(file)) {
      problems.add("--spec: there must be such a file, but --spec = " + named + ".");
      return null;
    }
    return file;
  }
}
