package dev.mortise.pipeline.spec;

import dev.mortise.window.EmitMode;
import java.io.Serializable;
import org.joda.time.Duration;

/**
 * When a window's results are emitted.
 *
 * @param mode which results
 * @param every how far apart updates are, in processing time; zero for {@code final}
 */
public record Emission(Mode mode, Duration every) implements Serializable {

  /** The emit modes by the names that a spec has for them. */
  public enum Mode {
    FINAL,
    UPDATES,
    EARLY_AND_FINAL
  }

  /** Results when the watermark has passed the window, and no earlier ones. */
  public static final Emission AT_THE_END = new Emission(Mode.FINAL, Duration.ZERO);

  /** The library's value. */
  public EmitMode toEmitMode() {
    return switch (mode) {
      case FINAL -> EmitMode.finalOnly();
      case UPDATES -> EmitMode.updates(every);
      case EARLY_AND_FINAL -> EmitMode.earlyAndFinal(every);
    };
  }

  /** As a spec has it: {@code updates: 30s}. */
  @Override
  public String toString() {
    return switch (mode) {
      case FINAL -> "final";
      case UPDATES -> "updates: " + Durations.format(every);
      case EARLY_AND_FINAL -> "early_and_final: " + Durations.format(every);
    };
  }
}
