package dev.mortise.pipeline.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a user meant to type. */
final class Spelling {
  private static final int MOST_EDITS = 2;

  private Spelling() {}

  /** The known word that is at most two letters away from {@code typed}, if any. */
  static Optional<String> closest(String typed, Collection<String> known) {
    String word = typed.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(candidate -> edits(word, candidate) <= MOST_EDITS)
        .min(Comparator.comparingInt(candidate -> edits(word, candidate)));
  }

  private static int edits(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int swap = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], above[j]) + 1, above[j - 1] + swap);
      }
      above = row;
    }
    return above[b.length()];
  }
}
