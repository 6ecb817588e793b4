package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import dev.mortise.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./mortise bench}: all contenders in turn, round by round. */
@Command(
    name = "mortise bench",
    description = "Measures the join side by side with what would be run instead.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Race implements Runnable {
  private static final int QUICK_DIVISOR = 4;
  private static final List<String> QUICK_WORKLOADS = List.of("uniform", "zipf", "hot", "outer");

  @Option(names = "--quick", description = "One round of few rows in four workloads.")
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

  @Option(names = "--heap", description = "Each contender's -Xmx.", defaultValue = "4g")
  private String heap = "4g";

  @Option(names = "--root", hidden = true, defaultValue = ".")
  private Path root = Path.of(".");

  private Race() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Race()).execute(args));
  }

  @Override
  public void run() {
    Jvm jvm = new Jvm(root.toAbsolutePath().normalize(), heap);
    List<String> names = workloads.isEmpty() && quick ? QUICK_WORKLOADS : workloads;
    for (Workload workload : Workload.ALL) {
      if (!names.isEmpty() && !names.contains(workload.name())) {
        continue;
      }
      for (int size : quick ? List.of(1) : sizes) {
        int blocks = quick ? workload.blocks() / QUICK_DIVISOR : workload.blocks() * size;
        race(jvm, workload.ofBlocks(blocks), size == sizes.get(0));
      }
    }
  }

  private void race(Jvm jvm, Workload workload, boolean smallest) {
    List<Entrant> entrants =
        Entrant.ALL.stream()
            .filter(entrant -> entrant.name().matches(contenders))
            .filter(entrant -> entrant.outer() || !workload.outer())
            .filter(entrant -> smallest || !entrant.slow())
            .toList();
    List<Round> done = new ArrayList<>();
    for (int i = 0; i < (quick ? 1 : rounds); i++) {
      done.add(round(jvm, workload, entrants));
    }
    System.out.print(Report.table(workload, done, entrants.get(0)));
    System.out.flush();
  }

  private static Round round(Jvm jvm, Workload workload, List<Entrant> entrants) {
    Round round = new Round();
    for (Entrant entrant : entrants) {
      System.err.printf("%s, %,d rows: %s%n", workload.name(), workload.rows(), entrant.name());
      try {
        Outcome outcome = jvm.run(entrant, workload.name(), workload.blocks());
        round.add(entrant, outcome);
      } catch (IOException e) {
        throw new CommandLine.ExecutionException(
            new CommandLine(new Race()), String.valueOf(e.getMessage()));
      }
    }
    String disagreement = round.disagreement(workload.outer());
    if (!disagreement.isEmpty()) {
      throw new CommandLine.ExecutionException(
          new CommandLine(new Race()), "The run is void. " + disagreement);
    }
    return round;
  }
}
