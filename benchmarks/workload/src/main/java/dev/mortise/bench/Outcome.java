package dev.mortise.bench;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One measured run. It travels from the contender's JVM to the race as a line of text.
 *
 * @param startMillis from before the job was built until its first row was made
 * @param wallMillis from then on, until all was found and the job had ended
 * @param cpuMillis CPU time of the whole JVM in {@code wallMillis}, but for its compiler threads
 * @param peakHeapBytes the most that a garbage collection left
 * @param checkpoints what Flink wrote
 */
public record Outcome(
    long rows,
    long pairs,
    long unmatched,
    long late,
    long checksum,
    long startMillis,
    long wallMillis,
    long cpuMillis,
    long peakHeapBytes,
    Checkpoints checkpoints) {
  private static final String MARK = "OUTCOME";

  public double rowsPerSecond() {
    return rows * 1000.0 / Math.max(1, wallMillis);
  }

  public double cpuSecondsPerMillionRows() {
    return cpuMillis * 1000.0 / rows;
  }

  /** The line that {@link #parse} reads. */
  public String line() {
    return Stream.of(
            rows,
            pairs,
            unmatched,
            late,
            checksum,
            startMillis,
            wallMillis,
            cpuMillis,
            peakHeapBytes,
            checkpoints.count(),
            checkpoints.largestBytes(),
            checkpoints.medianMillis())
        .map(String::valueOf)
        .collect(Collectors.joining(" ", MARK + " ", ""));
  }

  public static boolean isLine(String line) {
    return line.startsWith(MARK + " ");
  }

  public static Outcome parse(String line) {
    String[] at = line.split(" ", -1);
    long[] value = new long[at.length];
    for (int i = 1; i < at.length; i++) {
      value[i] = Long.parseLong(at[i]);
    }
    return new Outcome(
        value[1],
        value[2],
        value[3],
        value[4],
        value[5],
        value[6],
        value[7],
        value[8],
        value[9],
        new Checkpoints(value[10], value[11], value[12]));
  }

  /** Whether both found the same. */
  public boolean agreesWith(Outcome other) {
    return pairs == other.pairs
        && unmatched == other.unmatched
        && late == other.late
        && checksum == other.checksum;
  }
}
