package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import dev.mortise.bench.Workload;
import dev.mortise.bench.race.Entrant.Trait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code ./mortise bench}: all contenders in turn, round by round. */
@Command(
    name = "mortise bench",
    description = "Measures the join side by side with what would be run instead.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Race implements Callable<Integer> {
  private static final int QUICK_DIVISOR = 2;
  private static final int QUICK_LIMIT_SECONDS = 24;
  private static final int QUICK_WARM_UP_SECONDS = 8;
  private static final List<String> QUICK_WORKLOADS = List.of("uniform", "zipf", "hot", "outer");

  @Option(
      names = "--quick",
      description = "One round of few rows in four workloads, in less than ten minutes.")
  private boolean quick;

  @Option(names = "--rounds", description = "Rounds; 3 unless given.", defaultValue = "3")
  private int rounds;

  @Option(
      names = "--sizes",
      split = ",",
      description = "Multiples of the workloads' smallest size; 1,3,10 unless given.",
      defaultValue = "1,3,10")
  private List<Integer> sizes = List.of();

  @Option(names = "--workloads", split = ",", description = "Names; all unless given.")
  private List<String> workloads = List.of();

  @Option(names = "--contenders", description = "A pattern that their names match.")
  private String contenders = ".*";

  @Option(
      names = "--limit",
      description = {
        "Seconds after which a contender is ended, its JVM's start and its warm-up included;",
        "it is not run again with as many rows or more. 180 unless given."
      },
      defaultValue = "180")
  private int limitSeconds;

  @Option(
      names = "--warm-up",
      description = "Seconds for which a contender runs before it is measured; 40 unless given.",
      defaultValue = "40")
  private int warmUpSeconds;

  @Option(names = "--heap", description = "Each contender's -Xmx.", defaultValue = "4g")
  private String heap = "4g";

  @Option(names = "--root", hidden = true, defaultValue = ".")
  private Path root = Path.of(".");

  private int failures;

  private Race() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Race()).execute(args));
  }

  @Override
  public Integer call() {
    if (quick) {
      rounds = 1;
      sizes = List.of(1);
      limitSeconds = QUICK_LIMIT_SECONDS;
      warmUpSeconds = QUICK_WARM_UP_SECONDS;
      workloads = workloads.isEmpty() ? QUICK_WORKLOADS : workloads;
    }
    for (Workload workload : Workload.ALL) {
      if (workloads.isEmpty() || workloads.contains(workload.name())) {
        race(workload);
      }
    }
    if (quick) {
      System.out.printf(
          "%nThese were runs of a second or two after %d s of warm-up. Longer ones are in"
              + " docs/performance.md.%n",
          warmUpSeconds);
    }
    return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** One workload at all sizes. */
  private void race(Workload workload) {
    Jvm jvm =
        new Jvm(
            root.toAbsolutePath().normalize(),
            heap,
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofSeconds(limitSeconds));
    Set<Entrant> missing = new HashSet<>();
    for (int size : sizes) {
      Workload sized =
          workload.ofBlocks(quick ? workload.blocks() / QUICK_DIVISOR : workload.blocks() * size);
      List<Entrant> entrants =
          Entrant.ALL.stream()
              .filter(entrant -> entrant.name().matches(contenders))
              .filter(entrant -> entrant.is(Trait.OUTER) || !workload.outer())
              .filter(entrant -> !entrant.is(Trait.SLOW) || size == sizes.get(0))
              .toList();
      if (quick) {
        entrants = Entrant.quick(entrants);
      }
      List<Round> done = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        done.add(round(jvm, sized, entrants, missing));
      }
      System.out.print(new Report(sized, done).table());
      System.out.flush();
    }
  }

  private Round round(Jvm jvm, Workload workload, List<Entrant> entrants, Set<Entrant> missing) {
    Round round = new Round();
    for (Entrant entrant : entrants) {
      if (missing.contains(entrant)) {
        continue;
      }
      System.err.printf("%s, %,d rows: %s%n", workload.name(), workload.rows(), entrant.name());
      String why = "over " + limitSeconds + " s";
      try {
        Optional<Outcome> outcome = jvm.run(entrant, workload.name(), workload.blocks());
        if (outcome.isPresent()) {
          round.add(entrant, outcome.get());
          continue;
        }
      } catch (IOException e) {
        System.err.println(e.getMessage());
        failures++;
        why = "failed";
      }
      round.addMissing(entrant, why);
      missing.add(entrant);
    }
    String disagreement = round.disagreement(workload);
    if (!disagreement.isEmpty()) {
      throw new CommandLine.ExecutionException(
          new CommandLine(new Race()), "The run is void. " + disagreement);
    }
    return round;
  }
}
