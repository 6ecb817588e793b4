package dev.mortise.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Compares millions of lines, each as often as it occurs, in any order. It holds a hash of each and
 * looks at the lines again only to show those that differ.
 */
public final class LineBag {
  private static final int SHOWN = 10;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private LineBag() {}

  /**
   * What differs, for people: at most a few lines that are missing, and a few that are there and
   * should not be. Empty if nothing differs.
   */
  public static List<String> differences(
      Supplier<Stream<String>> expected, Supplier<Stream<String>> actual) {
    long[] should = hashes(expected.get());
    long[] are = hashes(actual.get());
    List<String> differences = new ArrayList<>();
    show("missing", expected, minus(should, are), differences);
    show("too many", actual, minus(are, should), differences);
    return differences;
  }

  private static long[] hashes(Stream<String> lines) {
    try (lines) {
      return lines.mapToLong(LineBag::hash).sorted().toArray();
    }
  }

  private static long hash(String line) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < line.length(); i++) {
      hash = (hash ^ line.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Elements of {@code a} that are not in {@code b}, each as often as it is more frequent. */
  private static long[] minus(long[] a, long[] b) {
    long[] rest = new long[a.length];
    int size = 0;
    int at = 0;
    for (long element : a) {
      while (at < b.length && b[at] < element) {
        at++;
      }
      if (at < b.length && b[at] == element) {
        at++;
      } else {
        rest[size++] = element;
      }
    }
    return Arrays.copyOf(rest, size);
  }

  private static void show(
      String what, Supplier<Stream<String>> lines, long[] hashes, List<String> to) {
    if (hashes.length == 0) {
      return;
    }
    to.add(what + ": " + hashes.length);
    try (Stream<String> all = lines.get()) {
      all.filter(line -> Arrays.binarySearch(hashes, hash(line)) >= 0)
          .limit(SHOWN)
          .forEach(line -> to.add("  " + line));
    }
  }
}
