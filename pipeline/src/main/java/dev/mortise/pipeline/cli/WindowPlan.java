package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.Emission.Mode;
import dev.mortise.pipeline.spec.FieldRef;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.NamedWindow.Over;
import java.util.List;

/** What a window is going to do, in words. */
final class WindowPlan {
  private WindowPlan() {}

  /** A few lines. */
  static List<String> lines(NamedWindow window) {
    String by =
        window.by().isEmpty()
            ? "all rows in one group"
            : "by " + String.join(", ", window.by().stream().map(FieldRef::written).toList());
    String values =
        String.join(
            "; ",
            window.aggregates().stream()
                .map(each -> each.name() + " = " + each.inWords())
                .toList());
    return List.of(rows(window) + ", " + window.shape() + ", " + by, values, emission(window));
  }

  private static String rows(NamedWindow window) {
    return switch (window.over()) {
      case MATCHED -> "over matched pairs";
      case UNMATCHED -> "over unmatched rows";
      case LEFT_INPUT, RIGHT_INPUT -> "over all rows of " + window.overName();
    };
  }

  private static String emission(NamedWindow window) {
    String every = Durations.format(window.emission().every());
    String emitted =
        switch (window.emission().mode()) {
          case FINAL -> "final: one result, when the watermark passes the window's end";
          case UPDATES ->
              "updates: a new result every "
                  + every
                  + " of the clock while rows come; the last counts";
          case EARLY_AND_FINAL ->
              "early_and_final: a new result every "
                  + every
                  + " of the clock, and the final one when the watermark passes the window's end";
        };
    String lateness = Durations.format(window.allowedLateness());
    boolean none = window.allowedLateness().getMillis() == 0;
    String late;
    if (window.emission().mode() == Mode.UPDATES) {
      late =
          "rows count until "
              + (none ? "" : lateness + " after ")
              + "the window's end, then go to late";
    } else if (none) {
      late = "rows after that go to late";
    } else {
      late = "corrected for rows until " + lateness + " after it; later ones go to late";
    }
    return emitted + "; " + late;
  }

  /** Whether a window can never see a row. */
  static boolean staysEmpty(NamedWindow window, boolean emitsUnmatched) {
    return window.over() == Over.UNMATCHED && !emitsUnmatched;
  }
}
