package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.OutputFiles;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The interval join of Flink's own SQL beside ours, on the same rows. Where no row is late, both
 * promise the same, and must say the same. Where rows are late, each difference must be one of
 * those that the printed table explains.
 */
class NativeFlinkTest {
  private static final int ROWS = 3_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;
  private final long seed = System.nanoTime();

  @ParameterizedTest
  @EnumSource
  void withoutLateRows_bothSayTheSame(JoinType type) throws Exception {
    System.out.println("NativeFlinkTest: seed " + seed);
    RandomStreams streams = RandomStreams.of(seed, ROWS, type);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.replay(dir, streams.join(), rows, streams.watermarkDelay());
    Run.run(job, new FlinkAdapter(), List.of("--parallelism=2"));

    List<String> ours = new ArrayList<>(ours(job, "matched"));
    ours.addAll(ours(job, "unmatched"));
    List<String> theirs =
        NativeIntervalJoin.run(streams.join(), withMarks(rows, streams.watermarkDelay()));

    assertThat(ours(job, "late")).isEmpty();
    assertThat(theirs).hasSizeGreaterThan(ROWS / 10);
    assertThat(ours).containsExactlyInAnyOrderElementsOf(theirs);
    if (type == JoinType.FULL) {
      Capabilities.proven(Mode.FLINK_STREAMING, Feature.PEERS);
    }
  }

  @Test
  void withLateRows_eachDifferenceIsExplained() throws Exception {
    System.out.println("NativeFlinkTest: seed " + seed);
    List<Event> events = Streams.script(seed, 60, 40);
    Job job = Job.script(dir, Streams.JOIN, events);
    Run.run(job, new FlinkAdapter(), List.of("--parallelism=2"));
    List<String> pairs = ours(job, "matched");
    List<String> unmatched = ours(job, "unmatched");
    Set<String> late = new HashSet<>(ours(job, "late"));
    Set<String> behind = behindTheWatermark(events);

    List<String> theirs = NativeIntervalJoin.run(Streams.JOIN, events);

    Differences differences = new Differences(behind);
    List<String> all = new ArrayList<>(pairs);
    all.addAll(unmatched);
    for (String line : minus(theirs, all)) {
      if (late.contains(line)) {
        differences.add("late row without a partner: in SQL unmatched, with us late", line);
      } else if (line.startsWith("pair")) {
        differences.add("late row: SQL had not yet cleared a partner that has expired", line);
      } else {
        differences.add("unmatched in SQL, with us matched by a late row", line);
      }
    }
    for (String line : minus(all, theirs)) {
      differences.add(
          line.startsWith("pair")
              ? "late row: partner still waits with us, SQL had let go of one of them"
              : "unmatched with us, in SQL matched by a late row",
          line);
    }
    differences.print(theirs.size());

    assertThat(differences.unexplained()).isEmpty();
    assertThat(late).as("late rows").isNotEmpty();
  }

  /** Counts differences by what explains them, and holds those that no late row explains. */
  private static final class Differences {
    private final Set<String> behind;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> unexplained = new ArrayList<>();
    private final Map<String, Set<String>> partners = new HashMap<>();

    Differences(Set<String> behind) {
      this.behind = behind;
    }

    void add(String explanation, String line) {
      counts.merge(explanation, 1, Integer::sum);
      if (line.startsWith("pair")) {
        int dash = line.indexOf('-');
        String left = "left " + line.substring("pair ".length(), dash);
        String right = "right " + line.substring(dash + 1);
        partners.computeIfAbsent(left, row -> new HashSet<>()).add(right);
        partners.computeIfAbsent(right, row -> new HashSet<>()).add(left);
        if (!behind.contains(left) && !behind.contains(right)) {
          unexplained.add(line);
        }
      } else {
        String row = line.substring("unmatched ".length());
        if (!behind.contains(row)) {
          unexplained.add(line);
        }
      }
    }

    /** An on-time row that is unmatched on one side only must have a late partner on the other. */
    List<String> unexplained() {
      return unexplained.stream()
          .filter(
              line ->
                  line.startsWith("pair")
                      || partners
                          .getOrDefault(line.substring("unmatched ".length()), Set.of())
                          .stream()
                          .noneMatch(behind::contains))
          .toList();
    }

    void print(int rows) {
      System.out.printf(
          "%nFlink SQL and Mortise on a script with late rows: %d rows of SQL%n", rows);
      System.out.printf("| Difference | Rows |%n| --- | ---: |%n");
      counts.forEach((what, count) -> System.out.printf("| %s | %d |%n", what, count));
    }
  }

  private static List<String> minus(List<String> a, List<String> b) {
    List<String> rest = new ArrayList<>(a);
    Map<String, Integer> counts = new HashMap<>();
    b.forEach(line -> counts.merge(line, 1, Integer::sum));
    rest.removeIf(line -> counts.merge(line, -1, Integer::sum) >= 0);
    return rest;
  }

  /** Rows whose time the watermark had passed when they came. */
  private static Set<String> behindTheWatermark(List<Event> events) {
    Set<String> behind = new HashSet<>();
    long watermark = Long.MIN_VALUE;
    for (Event event : events) {
      if (event instanceof Mark mark) {
        watermark = Math.max(watermark, mark.time());
      } else if (event instanceof StreamRow row && row.time() < watermark) {
        behind.add(name(row.side()) + " " + row.id());
      }
    }
    return behind;
  }

  /** Rows of both sides in order of time, each with the watermark that follows from it. */
  private static List<Event> withMarks(List<StreamRow> rows, long delay) {
    List<Event> events = new ArrayList<>();
    for (JoinSide side : JoinSide.values()) {
      long greatest = Long.MIN_VALUE;
      for (StreamRow row : rows) {
        if (row.side() == side) {
          events.add(row);
          greatest = Math.max(greatest, row.time());
          events.add(new Mark(side, greatest - delay));
        }
      }
    }
    return events;
  }

  /** The lines of an output in the words of {@link NativeIntervalJoin}. */
  private static List<String> ours(Job job, String output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String text : new OutputFiles(job.out()).of(output).toList()) {
      JsonNode row = JSON.readTree(text);
      lines.add(
          output.equals("matched")
              ? "pair " + row.at("/left/id").asInt() + "-" + row.at("/right/id").asInt()
              : "unmatched " + row.get("side").asText() + " " + row.at("/row/id").asInt());
    }
    return lines;
  }

  private static String name(JoinSide side) {
    return side == JoinSide.LEFT ? "left" : "right";
  }
}
