package dev.mortise.pipeline.spec;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares names: what a misspelt one was meant to be, and which are one to a counter. */
public final class Names {
  // Longer names are no misspelling of ours, and the distance takes quadratic time.
  private static final int LONGEST = 100;

  private static final int MOST_LISTED = 40;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

  private Names() {}

  /** Whether an input or a window may have it: it is part of names of steps and counters. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The names for a message, cut where they are many. */
  static String list(Collection<String> names) {
    String listed = String.join(", ", names.stream().limit(MOST_LISTED).toList());
    int more = names.size() - MOST_LISTED;
    return more > 0 ? listed + " and " + more + " more" : listed;
  }

  /** {@code " Did you mean X?"} with a leading space, or nothing when no name is near. */
  static String didYouMean(String typed, Collection<String> allowed) {
    String near = nearest(typed, allowed);
    return near == null ? "" : " Did you mean " + near + "?";
  }

  /** The allowed name that takes the fewest edits, if few enough. */
  public static @Nullable String nearest(String typed, Collection<String> allowed) {
    if (typed.length() > LONGEST) {
      return null;
    }
    String given = plain(typed);
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : allowed) {
      if (name.length() > LONGEST) {
        continue;
      }
      int edits = edits(given, plain(name));
      int most = Math.max(1, Math.max(given.length(), name.length()) / 3);
      if (edits <= most && edits < fewest) {
        best = name;
        fewest = edits;
      }
    }
    return best;
  }

  /** How an input is called in the names of its counters, which know no capitals and no dashes. */
  public static String inCounters(String input) {
    return input.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(" ", "_");
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
        least = Math.min(least, cost[i - 1][j - 1] + same);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
      }
    }
    return cost[a.length()][b.length()];
  }
}
