package dev.mortise.pipeline.cli;

import dev.mortise.join.IntervalJoin;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.pipeline.spec.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** The arguments that are Beam's, not ours. */
final class BeamOptions {
  private static final Pattern UNKNOWN =
      Pattern.compile("missing a property named '(.*?)'\\.(?: Did you mean (.*)\\?)?$");
  private static final List<String> OURS =
      List.of("runner", "summary", "dashboard", "verbose", "help");

  private BeamOptions() {}

  /**
   * Reads {@code --name=value} arguments as Beam does.
   *
   * @throws UsageException with every argument that is wrong
   */
  static PipelineOptions parse(List<String> args) throws UsageException {
    List<String> strangers = args.stream().filter(arg -> !arg.startsWith("--")).toList();
    if (!strangers.isEmpty()) {
      throw new UsageException(strangers.stream().map(arg -> stranger(arg, args)).toList());
    }
    try {
      PipelineOptions options = create(args);
      checkShards(options.as(JoinOptions.class).getJoinShards());
      return options;
    } catch (IllegalArgumentException together) {
      throw new UsageException(problems(args, together));
    }
  }

  private static void checkShards(int shards) throws UsageException {
    if (shards < 1 || shards > IntervalJoin.MAX_SHARDS) {
      throw new UsageException(
          List.of(
              String.format(
                  "--joinShards: must be from 1 to %d, but --joinShards = %d.",
                  IntervalJoin.MAX_SHARDS, shards)));
    }
  }

  /** The names that {@code args} set. */
  static Set<String> names(List<String> args) {
    return args.stream().map(BeamOptions::name).collect(Collectors.toUnmodifiableSet());
  }

  private static PipelineOptions create(List<String> args) {
    // Not validated here: that asks for the runner, which is the adapter's to set.
    return PipelineOptionsFactory.fromArgs(args.toArray(String[]::new)).create();
  }

  /** Beam stops at the first wrong option, so each is tried alone. */
  private static List<String> problems(List<String> args, IllegalArgumentException together) {
    List<String> problems = new ArrayList<>();
    for (String arg : args) {
      try {
        create(List.of(arg));
      } catch (IllegalArgumentException e) {
        problems.add(problem(arg, e));
      }
    }
    if (problems.isEmpty()) {
      problems.add(message(together));
    }
    return problems;
  }

  private static String problem(String arg, IllegalArgumentException e) {
    Matcher unknown = UNKNOWN.matcher(message(e));
    if (!unknown.find()) {
      return arg + ": " + message(e);
    }
    String name = name(arg);
    String beams = unknown.group(2);
    String ours = Names.nearest(name, OURS);
    if (ours != null) {
      return "--" + name + ": there is no such option. Did you mean --" + ours + "?";
    }
    return String.format(
        "--%s: neither Mortise nor Beam has such an option. %s",
        name,
        beams == null
            ? "See mortise --help, and Beam's documentation of the runner's pipeline options."
            : "Did you mean " + beams.replaceAll("'(\\w+)'", "--$1") + "?");
  }

  private static String stranger(String arg, List<String> args) {
    int before = args.indexOf(arg) - 1;
    if (arg.startsWith("-")) {
      return arg + ": there is no such option. Options are written --name=value.";
    }
    if (before >= 0 && args.get(before).startsWith("--") && args.get(before).indexOf('=') < 0) {
      return String.format(
          "%s: options of Beam are written with =. Write %s=%s.",
          args.get(before), args.get(before), arg);
    }
    return arg + ": one spec is run at a time, and this is one argument too many.";
  }

  private static String name(String arg) {
    int equals = arg.indexOf('=');
    return arg.substring(2, equals < 0 ? arg.length() : equals);
  }

  private static String message(Throwable e) {
    String message = Objects.requireNonNullElse(e.getMessage(), e.toString());
    // Below its first line, Jackson tells where in its own input it was.
    return message.strip().lines().findFirst().orElse(message);
  }
}
