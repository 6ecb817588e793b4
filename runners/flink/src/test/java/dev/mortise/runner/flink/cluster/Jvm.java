package dev.mortise.runner.flink.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Java program in a process of its own. It does not outlive this JVM. */
final class Jvm implements AutoCloseable {
  /** The packages that the configuration of a Flink distribution opens, and no others. */
  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.text",
          "java.base/java.time",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.util.concurrent.locks",
          "java.base/sun.nio.ch");

  /**
   * Options of JVMs that are started again and again with the same classes: of those that {@link
   * ApplicationIT} starts every class is verified, and that is enough.
   */
  static final List<String> UNVERIFIED =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

  private final Process process;
  private final Path out;
  private final Path err;
  private final Thread hook;

  private Jvm(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a program.
   *
   * @param logs where its output goes: {@code NAME.out} and {@code NAME.err}
   * @param options of the JVM, the heap for one
   */
  static Jvm start(
      Path logs,
      String name,
      Map<String, String> environment,
      String classPath,
      List<String> options,
      String main,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENS.forEach(open -> command.add("--add-opens=" + open + "=ALL-UNNAMED"));
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.addAll(arguments);
    try {
      Files.createDirectories(logs);
      Path out = logs.resolve(name + ".out");
      Path err = logs.resolve(name + ".err");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().putAll(environment);
      return new Jvm(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Bytes of the heap that are in use behind a full garbage collection, as {@code jcmd} says: all
   * objects that are reachable.
   */
  long liveHeapBytes() throws IOException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(process.pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = Pattern.compile("(?m)^Total +\\d+ +(\\d+)").matcher(text);
    if (!total.find()) {
      throw new IOException("jcmd: " + text.lines().limit(3).toList());
    }
    return Long.parseLong(total.group(1));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What {@code kill -9} does: nothing in the program runs any more. */
  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What {@code kill} does. */
  void terminate() {
    process.destroy();
  }

  /**
   * Waits for the program's own end.
   *
   * @return its exit status
   * @throws TimeoutException if it does not end; it is killed then
   */
  int await(Duration most) throws TimeoutException {
    try {
      if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
        throw new TimeoutException("no end after " + most + "; see " + err);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeoutException("interrupted");
    }
    return process.exitValue();
  }

  String output() {
    return text(out);
  }

  String errors() {
    return text(err);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM ends; the hook finds the process dead.
    }
  }
}
