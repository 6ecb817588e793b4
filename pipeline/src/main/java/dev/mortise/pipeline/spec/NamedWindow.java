package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.List;
import org.joda.time.Duration;

/**
 * A window of a spec: what is aggregated over which rows.
 *
 * @param name its name, which is its output's too, and that of its state
 * @param over the rows that it aggregates
 * @param overName how the spec calls them: {@code matched}, {@code unmatched} or an input's name
 * @param shape its windows
 * @param allowedLateness how long after a window's end rows still count, in event time
 * @param by what rows are grouped by; empty for one group
 * @param aggregates what is computed, in the order of the file
 * @param emission when results are emitted
 */
public record NamedWindow(
    String name,
    Over over,
    String overName,
    WindowShape shape,
    Duration allowedLateness,
    List<FieldRef> by,
    List<AggregateSpec> aggregates,
    Emission emission)
    implements Serializable {

  public NamedWindow {
    by = List.copyOf(by);
    aggregates = List.copyOf(aggregates);
  }

  /** What a window can be over. */
  public enum Over {
    MATCHED,
    UNMATCHED,
    /** The rows of the left input, before the join. */
    LEFT_INPUT,
    /** The rows of the right input, before the join. */
    RIGHT_INPUT
  }
}
