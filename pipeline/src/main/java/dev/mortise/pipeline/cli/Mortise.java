package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.dashboard.Controls;
import dev.mortise.pipeline.spec.Names;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line, the same for every runner. */
@Command(
    name = "mortise",
    description = "Joins event streams by event time, on Apache Beam.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "To see a live join without a spec: ./mortise demo",
      "Any other --name=value is a pipeline option of Beam or its runner.",
      "Exit status: 0 done; 1 the run failed; 2 the spec or the arguments are wrong."
    },
    subcommands = {RunCommand.class, CheckCommand.class})
public final class Mortise {
  /** Done. */
  public static final int OK = 0;

  /** The run failed. */
  public static final int FAILED = 1;

  /** The spec or the arguments are wrong. */
  public static final int WRONG_USE = 2;

  private static final String DEMO = "demo";
  private static final List<String> COMMANDS = List.of("run", "check");

  /** How a summary is printed. */
  enum SummaryStyle {
    text,
    json
  }

  final RunnerAdapter runner;
  final Console console;
  final @Nullable Controls controls;

  @Option(
      names = "--runner",
      paramLabel = "direct|flink|spark",
      scope = ScopeType.INHERIT,
      description = "What the pipeline runs on. Default: direct.")
  @Nullable String runnerName;

  @Option(
      names = "--summary",
      paramLabel = "text|json",
      scope = ScopeType.INHERIT,
      description = "How the summary is printed on standard output. Default: text.")
  SummaryStyle summary = SummaryStyle.text;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print stack traces, and what Beam logs.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the versions of Mortise and Beam.")
  boolean version;

  private Mortise(RunnerAdapter runner, Console console, @Nullable Controls controls) {
    this.runner = runner;
    this.console = console;
    this.controls = controls;
  }

  /** Runs a command line and ends the JVM with its exit status. */
  public static void main(String[] args, RunnerAdapter runner) {
    System.exit(execute(args, runner));
  }

  /**
   * Runs a command line on the streams of this process, and returns its exit status: for a program
   * that must not end its JVM.
   */
  public static int execute(String[] args, RunnerAdapter runner) {
    return execute(args, runner, console(System::getenv));
  }

  /**
   * The streams of this process.
   *
   * @param environment looks up a variable; null for one that is not set
   */
  public static Console console(Function<String, @Nullable String> environment) {
    // What libraries log is printed there.
    System.setErr(MaskedStream.over(System.err));
    return new Console(
            utf8(FileDescriptor.out),
            utf8(FileDescriptor.err),
            Boolean.getBoolean("mortise.terminal"),
            environment)
        .masked();
  }

  /** Runs a command line, and returns its exit status. */
  public static int execute(String[] args, RunnerAdapter runner, Console console) {
    return execute(args, runner, console, null);
  }

  /**
   * Runs a command line, and returns its exit status.
   *
   * @param controls what the reader of a run's page may change; null for nothing
   */
  public static int execute(
      String[] args, RunnerAdapter runner, Console given, @Nullable Controls controls) {
    Console console = given.masked();
    CommandLine line = new CommandLine(new Mortise(runner, console, controls));
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler((e, unused) -> wrongUse(e, console));
    try {
      if (args.length == 0) {
        line.usage(console.err());
        return WRONG_USE;
      }
      return line.execute(DashboardOption.complete(args));
    } finally {
      console.out().flush();
      console.err().flush();
    }
  }

  private static int wrongUse(ParameterException e, Console console) {
    console.complain(List.of(explain(e), "Try mortise --help."));
    return WRONG_USE;
  }

  private static String explain(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()
        && e.getCommandLine().getParent() == null) {
      return notACommand(unmatched.getUnmatched().get(0));
    }
    if (e instanceof CommandLine.MissingParameterException missing
        && missing.getMissing().stream().anyMatch(arg -> arg.isPositional())) {
      return String.format(
          "mortise %s: name a spec file, as in mortise %1$s spec.yaml.",
          e.getCommandLine().getCommandName());
    }
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.endsWith(".") ? message : message + ".";
  }

  private static String notACommand(String word) {
    if (word.startsWith("-")) {
      String near = Names.nearest(word.substring(1), List.of("-help", "-version", "-verbose"));
      return near != null
          ? word + ": there is no such option. Did you mean -" + near + "?"
          : word + ": pipeline options follow the command, as in mortise run SPEC " + word + ".";
    }
    if (word.endsWith(".yaml") || word.endsWith(".yml")) {
      return word + ": name a command before the spec, as in mortise run " + word + ".";
    }
    if (word.equals(DEMO)) {
      return "demo: is started by the launcher only, and comes first, as in ./mortise demo.";
    }
    String near = Names.nearest(word, COMMANDS);
    return word
        + ": there is no such command."
        + (near == null ? "" : " Did you mean " + near + "?")
        + " Commands: "
        + String.join(", ", COMMANDS)
        + ".";
  }

  /** Whether {@code args} ask for what is logged: a logging backend wants to know it first. */
  public static boolean isVerbose(String[] args) {
    return Arrays.asList(args).contains("--verbose");
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
