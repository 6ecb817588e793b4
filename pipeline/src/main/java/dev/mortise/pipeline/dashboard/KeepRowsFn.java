package dev.mortise.pipeline.dashboard;

import dev.mortise.join.JoinedPair;
import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows rows to {@link RecentRows}, if they are kept in this JVM.
 *
 * @param <T> the kind of rows
 */
final class KeepRowsFn<T> extends DoFn<T, Void> {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final Kind kind;
  private final SerializableFunction<T, String> line;
  private transient @Nullable RecentRows rows;

  /**
   * @param id of the {@link RecentRows}
   * @param line a row as JSON
   */
  KeepRowsFn(String id, Kind kind, SerializableFunction<T, String> line) {
    this.id = id;
    this.kind = kind;
    this.line = line;
  }

  @Setup
  public void find() {
    rows = RecentRows.find(id);
  }

  @ProcessElement
  public void keep(@Element T row) {
    RecentRows to = rows;
    if (to == null) {
      return;
    }
    if (row instanceof JoinedPair<?, ?, ?> pair) {
      to.gap(pair.gap().getMillis());
    }
    to.offer(kind, () -> line.apply(row));
  }
}
