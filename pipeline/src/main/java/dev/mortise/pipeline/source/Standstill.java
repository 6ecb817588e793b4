package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import dev.mortise.pipeline.spec.Durations;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Notices that the least of some watermarks stands still, and says what it waits for: once each
 * time that it does. It knows no clock: whoever looks says what time it is.
 */
public final class Standstill {
  private static final Comparator<Standing> LEAST =
      Comparator.comparing(Standing::watermark)
          .thenComparing(Standing::input)
          .thenComparing(Standing::partition);

  private final Duration after;
  private Instant least = BoundedWindow.TIMESTAMP_MAX_VALUE;
  private Instant since = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private boolean said;

  /**
   * @param after processing time without progress that is worth a word
   */
  public Standstill(Duration after) {
    this.after = after;
  }

  /**
   * Looks at watermarks.
   *
   * @param now processing time
   * @return what holds them back, if it is time to say so
   */
  public Optional<String> look(Collection<Standing> standings, Instant now) {
    Optional<Standing> holder = standings.stream().min(LEAST);
    Instant watermark = holder.map(Standing::watermark).orElse(BoundedWindow.TIMESTAMP_MAX_VALUE);
    if (!watermark.equals(least)) {
      least = watermark;
      since = now;
      said = false;
    }
    if (holder.isEmpty() || said || new Duration(since, now).isShorterThan(after)) {
      return Optional.empty();
    }
    said = true;
    return Optional.of(explain(holder.get(), since, now));
  }

  private String explain(Standing holder, Instant from, Instant now) {
    Duration stood = new Duration(from, now);
    boolean none = !holder.watermark().isAfter(BoundedWindow.TIMESTAMP_MIN_VALUE);
    return String.format(
        "%s: %s for %s: partition %s %s",
        holder.input(),
        none
            ? "there has been no watermark"
            : "the watermark has stood at " + IsoTime.format(holder.watermark()),
        Durations.format(Duration.standardSeconds(stood.getStandardSeconds())),
        holder.partition(),
        reason(holder, now));
  }

  private String reason(Standing holder, Instant now) {
    boolean silent = !new Duration(holder.lastRowAt(), now).isShorterThan(after);
    if (holder.backlog() < 0) {
      return "is not answered for: see whether its cluster can be reached.";
    }
    if (holder.backlog() > 0) {
      return String.format(
          silent
              ? "has %,d records waiting that can't be read. See whether its cluster can be reached,"
                  + " and for a transaction that was left open."
              : "has had no row of a later event time, and %,d records are still waiting.",
          holder.backlog());
    }
    return silent
        ? String.format(
            "has had no record. Set inputs.%s.watermark.idle_after to go on without it.",
            holder.input())
        : "has had no row of a later event time.";
  }
}
