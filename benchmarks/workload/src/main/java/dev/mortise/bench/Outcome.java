package dev.mortise.bench;

/**
 * One measured run. It travels from the contender's JVM to the race as a line of text.
 *
 * @param wallMillis from before the job was built until all was found
 * @param cpuMillis CPU time of the whole JVM meanwhile, but for its compiler threads
 * @param peakHeapBytes the most that was alive after a garbage collection
 * @param checkpointBytes size of the largest checkpoint; 0 if there was none
 * @param checkpoints how many were completed
 */
public record Outcome(
    long rows,
    long pairs,
    long unmatched,
    long late,
    long checksum,
    long wallMillis,
    long cpuMillis,
    long peakHeapBytes,
    long checkpointBytes,
    long checkpoints) {
  private static final String MARK = "OUTCOME";

  public double rowsPerSecond() {
    return rows * 1000.0 / Math.max(1, wallMillis);
  }

  public double cpuSecondsPerMillionRows() {
    return cpuMillis * 1000.0 / rows;
  }

  /** The line that {@link #parse} reads. */
  public String line() {
    return String.join(
        " ",
        MARK,
        String.valueOf(rows),
        String.valueOf(pairs),
        String.valueOf(unmatched),
        String.valueOf(late),
        String.valueOf(checksum),
        String.valueOf(wallMillis),
        String.valueOf(cpuMillis),
        String.valueOf(peakHeapBytes),
        String.valueOf(checkpointBytes),
        String.valueOf(checkpoints));
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
        value[1], value[2], value[3], value[4], value[5], value[6], value[7], value[8], value[9],
        value[10]);
  }

  /** Whether both found the same. */
  public boolean agreesWith(Outcome other) {
    return pairs == other.pairs
        && unmatched == other.unmatched
        && late == other.late
        && checksum == other.checksum;
  }
}
