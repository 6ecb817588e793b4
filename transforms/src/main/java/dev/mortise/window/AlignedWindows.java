package dev.mortise.window;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.NonMergingWindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Fixed and sliding windows {@code [N * every + offset, N * every + offset + size)}. Beam's own put
 * a row more than one size before 1970 into a window that does not hold it, because they take the
 * remainder of a negative number; otherwise these are the same.
 */
final class AlignedWindows extends NonMergingWindowFn<Object, IntervalWindow> {
  private static final long serialVersionUID = 1L;

  /** The end of the global window, exclusive. No window ends later, as Beam's fixed ones do not. */
  static final long END_OF_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis() + 1;

  private final long size;
  private final long every;
  private final long offset;

  /**
   * All in milliseconds of event time.
   *
   * @param size length of a window
   * @param every distance between the starts of two windows, at most {@code size}
   * @param offset start of one of the windows, at least 0 and below {@code every}
   */
  AlignedWindows(long size, long every, long offset) {
    this.size = size;
    this.every = every;
    this.offset = offset;
  }

  /** Start of the last window that holds {@code time}, in milliseconds. */
  static long lastStart(long time, long every, long offset) {
    return time - Math.floorMod(time - offset, every);
  }

  @Override
  public Collection<IntervalWindow> assignWindows(AssignContext context) {
    return assign(context.timestamp());
  }

  List<IntervalWindow> assign(Instant timestamp) {
    long time = timestamp.getMillis();
    List<IntervalWindow> windows = new ArrayList<>((int) ((size - 1) / every + 1));
    for (long start = lastStart(time, every, offset); start > time - size; start -= every) {
      windows.add(
          new IntervalWindow(
              Instant.ofEpochMilli(start),
              Instant.ofEpochMilli(Math.min(start + size, END_OF_TIME))));
    }
    return windows;
  }

  @Override
  public boolean assignsToOneWindow() {
    return every == size;
  }

  @Override
  public Coder<IntervalWindow> windowCoder() {
    return IntervalWindow.getCoder();
  }

  @Override
  public WindowMappingFn<IntervalWindow> getDefaultWindowMappingFn() {
    throw new UnsupportedOperationException(
        "WindowedAggregate: its windows serve its own aggregates only, not a side input.");
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Beam, so it has to be here.
  public boolean isCompatible(WindowFn<?, ?> other) {
    return equals(other);
  }

  @Override
  public void verifyCompatibility(WindowFn<?, ?> other) throws IncompatibleWindowException {
    if (!equals(other)) {
      throw new IncompatibleWindowException(
          other, "Only windows of the same size, distance and offset can be united.");
    }
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("size", Duration.millis(size)).withLabel("Window size"))
        .add(DisplayData.item("every", Duration.millis(every)).withLabel("Window distance"))
        .add(DisplayData.item("offset", Duration.millis(offset)).withLabel("Window offset"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AlignedWindows that
        && size == that.size
        && every == that.every
        && offset == that.offset;
  }

  @Override
  public int hashCode() {
    return Objects.hash(size, every, offset);
  }
}
