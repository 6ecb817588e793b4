package dev.mortise.pipeline.dashboard;

import java.util.List;

/**
 * What a page lets its reader change: nothing of the run itself, but of the world that the run
 * watches, such as the demo's generator.
 */
public interface Controls {

  /**
   * A number that can be set.
   *
   * @param id what {@link #set} calls it
   * @param label for the reader
   * @param unit such as {@code s}
   * @param min least value
   * @param max greatest value
   * @param step distance between values
   * @param value the value now
   * @param note what it changes, in a sentence
   */
  record Slider(
      String id,
      String label,
      String unit,
      double min,
      double max,
      double step,
      double value,
      String note) {}

  /** All that can be set. */
  List<Slider> sliders();

  /**
   * Sets a value.
   *
   * @throws IllegalArgumentException if there is no such slider, or the value is out of its range
   */
  void set(String id, double value);

  /** What goes on in that world now, in a sentence. */
  String now();

  /**
   * The true distances between partners of the last minute, right minus left in event-time
   * milliseconds: those too that the bound excludes.
   */
  List<Long> gaps();
}
