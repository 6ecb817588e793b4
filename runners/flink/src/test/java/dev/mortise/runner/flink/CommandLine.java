package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a command line did.
 *
 * @param status exit status
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record CommandLine(int status, String out, String err) {

  static CommandLine run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(print(out), print(err), false, name -> null);
    int status = Mortise.execute(args, new FlinkAdapter(), console);
    return new CommandLine(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }
}
