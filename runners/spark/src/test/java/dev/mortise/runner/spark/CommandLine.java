package dev.mortise.runner.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A command line that was run, and what it printed. */
final class CommandLine {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final int status;

  CommandLine(String... args) {
    Console console = new Console(stream(out), stream(err), false, name -> null);
    status = Mortise.execute(args, new SparkAdapter(), console);
  }

  int status() {
    return status;
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
