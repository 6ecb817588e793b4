package dev.mortise.join;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/**
 * What happens to a join, in order of arrival: rows and watermarks. Rows are numbered as they are
 * added; times are milliseconds.
 */
final class Timeline {
  static final long BEGINNING = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  static final long END = BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();

  sealed interface Event {}

  record Row(JoinSide side, String key, long time, int id) implements Event {}

  /** Sets a side's watermark; the join's own is the least of both. */
  record Mark(JoinSide side, long time) implements Event {}

  private final List<Event> events = new ArrayList<>();
  private int nextId;

  Timeline left(String key, long... times) {
    return rows(JoinSide.LEFT, key, times);
  }

  Timeline right(String key, long... times) {
    return rows(JoinSide.RIGHT, key, times);
  }

  private Timeline rows(JoinSide side, String key, long... times) {
    for (long time : times) {
      row(side, key, time);
    }
    return this;
  }

  Timeline row(JoinSide side, String key, long time) {
    events.add(new Row(side, key, time, nextId++));
    return this;
  }

  Timeline row(Row row) {
    events.add(row);
    nextId = Math.max(nextId, row.id() + 1);
    return this;
  }

  /** Moves the watermarks of both sides. */
  Timeline watermark(long time) {
    return watermark(JoinSide.LEFT, time).watermark(JoinSide.RIGHT, time);
  }

  Timeline watermark(JoinSide side, long time) {
    events.add(new Mark(side, time));
    return this;
  }

  List<Event> events() {
    return events;
  }

  /** The same with the sides swapped. */
  Timeline mirrored() {
    Timeline mirror = new Timeline();
    for (Event event : events) {
      if (event instanceof Row row) {
        mirror.row(new Row(row.side().other(), row.key(), row.time(), row.id()));
      } else {
        mirror.watermark(((Mark) event).side().other(), ((Mark) event).time());
      }
    }
    return mirror;
  }

  /** The least of both watermarks after each event, never moving back. */
  static final class Watermark {
    private long left = BEGINNING;
    private long right = BEGINNING;

    void apply(Mark mark) {
      if (mark.side() == JoinSide.LEFT) {
        left = Math.max(left, mark.time());
      } else {
        right = Math.max(right, mark.time());
      }
    }

    long least() {
      return Math.min(left, right);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Event event : events) {
      if (event instanceof Row row) {
        text.append(String.format("%s %s@%d #%d; ", row.side(), row.key(), row.time(), row.id()));
      } else {
        Mark mark = (Mark) event;
        text.append(String.format("watermark %s %d; ", mark.side(), mark.time()));
      }
    }
    return text.toString();
  }
}
