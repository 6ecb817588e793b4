package dev.mortise.pipeline.spec;

import dev.mortise.window.WindowSpec;
import java.io.Serializable;
import org.joda.time.Duration;

/**
 * The windows that rows are put into; all lengths are of event time.
 *
 * @param kind fixed, sliding or session
 * @param size how long a window is; for sessions, the gap that ends one
 * @param every how far sliding windows begin apart; otherwise the size
 * @param offset how far after the epoch a window begins; zero for sessions
 */
public record WindowShape(Kind kind, Duration size, Duration every, Duration offset)
    implements Serializable {

  /** Kinds of windows. */
  public enum Kind {
    FIXED,
    SLIDING,
    SESSION
  }

  /** The library's value, without lateness. */
  public WindowSpec toWindowSpec() {
    return switch (kind) {
      case FIXED -> WindowSpec.fixed(size).withOffset(offset);
      case SLIDING -> WindowSpec.sliding(size, every).withOffset(offset);
      case SESSION -> WindowSpec.session(size);
    };
  }

  /** As a spec has it: {@code sliding 10m every 5m, offset 1m}. */
  @Override
  public String toString() {
    String text =
        switch (kind) {
          case FIXED -> "fixed " + Durations.format(size);
          case SLIDING -> "sliding " + Durations.format(size) + " every " + Durations.format(every);
          case SESSION -> "session " + Durations.format(size);
        };
    return offset.getMillis() == 0 ? text : text + ", offset " + Durations.format(offset);
  }
}
