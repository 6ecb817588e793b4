package dev.mortise.demo;

import dev.mortise.broker.LocalBroker;
import dev.mortise.pipeline.cli.Mortise;
import dev.mortise.runner.flink.FlinkAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Starts everything that the demo is made of, in order, and stops it in the opposite order. */
final class Demo {
  /** What the spec calls the broker's address. */
  private static final String ADDRESS = "MORTISE_DEMO_KAFKA";

  /** Longer than a pipeline takes to stop. */
  private static final long LEAVE_WITHIN_SECONDS = 30;

  private final Path spec;
  private final @Nullable Integer port;
  private final double rate;
  private final long seed;
  private final @Nullable Duration duration;
  private final boolean verbose;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final CountDownLatch over = new CountDownLatch(1);

  Demo(
      Path spec,
      @Nullable Integer port,
      double rate,
      long seed,
      @Nullable Duration duration,
      boolean verbose) {
    this.spec = spec;
    this.port = port;
    this.rate = rate;
    this.seed = seed;
    this.duration = duration;
    this.verbose = verbose;
  }

  /**
   * Runs until the pipeline ends, or is stopped.
   *
   * @return the exit status
   * @throws IOException if the broker does not start
   */
  int run() throws IOException {
    Thread hook = new Thread(this::leave, "mortise-demo-leave");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      DemoDirectory directory = opened(DemoDirectory.create());
      say("Starting a Kafka broker ...");
      LocalBroker broker =
          opened(LocalBroker.start(directory.broker(), Map.of(), directory.root()));
      String address = broker.bootstrapServers();
      Topics.create(address);
      Shop shop = new Shop(seed, rate, System.currentTimeMillis());
      Feeder feeder = opened(new Feeder(shop, address));
      feeder.start();
      say("Kafka at " + address + ", topics orders and payments in, " + outputs() + " out.");
      say("The spec is " + spec + ". Starting Flink in this program ... Ctrl-C ends it all.");
      endInTime();
      return Mortise.execute(
          arguments(),
          new FlinkAdapter(),
          Mortise.console(name -> name.equals(ADDRESS) ? address : System.getenv(name)),
          feeder);
    } finally {
      over.countDown();
      closeAll();
    }
  }

  private static String outputs() {
    return String.join(", ", Topics.OUTPUTS);
  }

  private String[] arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add("run");
    arguments.add(spec.toString());
    arguments.add(port == null ? "--dashboard" : "--dashboard=" + port);
    // Rows are few here, and a page wants to move.
    arguments.add("--maxBundleTimeMills=200");
    if (verbose) {
      arguments.add("--verbose");
    }
    return arguments.toArray(String[]::new);
  }

  /** As if its user had ended it, but well: the status is 0. */
  private void endInTime() {
    Duration time = duration;
    if (time == null) {
      return;
    }
    Thread timer =
        new Thread(
            () -> {
              try {
                if (!over.await(time.getMillis(), TimeUnit.MILLISECONDS)) {
                  System.exit(Mortise.OK);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "mortise-demo-timer");
    timer.setDaemon(true);
    timer.start();
  }

  /** Runs in a shutdown hook, beside that of the pipeline, which ends first. */
  private void leave() {
    try {
      if (!over.await(LEAVE_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        say("The pipeline did not stop in time.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeAll();
  }

  private <T extends AutoCloseable> T opened(T thing) {
    synchronized (open) {
      open.push(thing);
    }
    return thing;
  }

  private void closeAll() {
    synchronized (open) {
      while (!open.isEmpty()) {
        AutoCloseable last = open.pop();
        try {
          last.close();
        } catch (Exception e) {
          say("Could not be cleaned up: " + e.getMessage());
        }
      }
    }
  }

  private static void say(String line) {
    System.err.println(line);
  }
}
