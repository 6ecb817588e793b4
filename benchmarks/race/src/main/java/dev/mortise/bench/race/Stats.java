package dev.mortise.bench.race;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The middle and the ends of some figures.
 *
 * @param median of an even number, the mean of the two in the middle
 */
record Stats(double least, double median, double most) {
  static Stats of(List<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("Stats.of: there must be a figure.");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Stats(sorted[0], median, Arrays.stream(sorted).max().orElseThrow());
  }

  /** As {@code 1.21 (1.18 to 1.30)}. */
  String text(String format) {
    String one = String.format(Locale.ROOT, format, median);
    return least == most
        ? one
        : String.format(Locale.ROOT, "%s (" + format + " to " + format + ")", one, least, most);
  }
}
