package dev.mortise.join;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows in order of lane and event time, in columns: a probe walks the narrow ones and touches a
 * row's body only where the others fit.
 */
final class TreeLeaf implements TreeNode {
  /** Rows of a full leaf. More make fewer nodes, and dearer copies for each row that is added. */
  static final int MAX_ROWS = 64;

  /** Bytes of a full leaf of more than one row, so that backends which decode stay quick. */
  static final int MAX_BYTES = 16 * 1024;

  static final TreeLeaf EMPTY =
      new TreeLeaf(new int[0], new long[0], new boolean[0], new byte[0][], null);

  final int[] lanes;
  final long[] times;
  final boolean[] matched;
  final byte[][] bodies;

  /**
   * A body with the key that all rows have, where they are known to have one key; otherwise null. A
   * probe that has looked at it need not fetch the keys of a busy key's rows from memory.
   */
  final byte @Nullable [] oneKey;

  TreeLeaf(
      int[] lanes, long[] times, boolean[] matched, byte[][] bodies, byte @Nullable [] oneKey) {
    this.oneKey = oneKey;
    this.lanes = lanes;
    this.times = times;
    this.matched = matched;
    this.bodies = bodies;
  }

  int size() {
    return lanes.length;
  }

  @Override
  public long minTime(JoinSide side) {
    long min = NONE;
    for (int i = 0; i < times.length; i++) {
      if (times[i] < min && TreeNode.isOf(side, lanes[i])) {
        min = times[i];
      }
    }
    return min;
  }

  /** Index of the first row that is not before the given place. */
  int firstFrom(int lane, long time) {
    int low = 0;
    int high = lanes.length;
    if (isAll(lane)) {
      // A leaf of one lane, as of a key with many rows: one column less to fetch from memory.
      while (low < high) {
        int mid = (low + high) >>> 1;
        if (times[mid] < time) {
          low = mid + 1;
        } else {
          high = mid;
        }
      }
      return low;
    }
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (TreeNode.compare(lanes[mid], times[mid], lane, time) < 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /** Index for one more row: behind those of the same place, so that arrival order is kept. */
  int placeFor(int lane, long time) {
    // Event times are far from the greatest long, so the next one always exists.
    return firstFrom(lane, time + 1);
  }

  /** Adds a row at the index that {@link #placeFor} gave. */
  TreeLeaf with(int at, int lane, long time, boolean isMatched, byte[] body) {
    int size = lanes.length;
    int[] newLanes = new int[size + 1];
    long[] newTimes = new long[size + 1];
    boolean[] newMatched = new boolean[size + 1];
    byte[][] newBodies = new byte[size + 1][];
    copyAround(lanes, newLanes, at, size);
    copyAround(times, newTimes, at, size);
    copyAround(matched, newMatched, at, size);
    copyAround(bodies, newBodies, at, size);
    newLanes[at] = lane;
    newTimes[at] = time;
    newMatched[at] = isMatched;
    newBodies[at] = body;
    return new TreeLeaf(newLanes, newTimes, newMatched, newBodies, oneKeyWith(body));
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // Both are arrays of one type at every call.
  private static void copyAround(Object from, Object to, int at, int size) {
    System.arraycopy(from, 0, to, 0, at);
    System.arraycopy(from, at, to, at + 1, size - at);
  }

  private byte @Nullable [] oneKeyWith(byte[] body) {
    if (lanes.length == 0) {
      return body;
    }
    return oneKey != null && RowBody.sameKey(oneKey, body) ? oneKey : null;
  }

  /** Whether all rows are of {@code lane}. */
  boolean isAll(int lane) {
    return lanes.length > 0 && lanes[0] == lane && lanes[lanes.length - 1] == lane;
  }

  /** The same rows with other match flags. */
  TreeLeaf withMatched(boolean[] newMatched) {
    return new TreeLeaf(lanes, times, newMatched, bodies, oneKey);
  }

  /** The rows at {@code from <= index < to}. */
  TreeLeaf slice(int from, int to) {
    return new TreeLeaf(
        Arrays.copyOfRange(lanes, from, to),
        Arrays.copyOfRange(times, from, to),
        Arrays.copyOfRange(matched, from, to),
        Arrays.copyOfRange(bodies, from, to),
        oneKey);
  }

  /** The rows whose index is not set in {@code gone}, of which {@code left} remain. */
  TreeLeaf without(boolean[] gone, int left) {
    TreeLeaf kept =
        new TreeLeaf(new int[left], new long[left], new boolean[left], new byte[left][], oneKey);
    int to = 0;
    for (int i = 0; i < lanes.length; i++) {
      if (!gone[i]) {
        kept.lanes[to] = lanes[i];
        kept.times[to] = times[i];
        kept.matched[to] = matched[i];
        kept.bodies[to++] = bodies[i];
      }
    }
    return kept;
  }

  boolean isOverfull() {
    if (lanes.length > MAX_ROWS) {
      return true;
    }
    if (lanes.length < 2) {
      return false;
    }
    int bytes = 0;
    for (byte[] body : bodies) {
      bytes += body.length;
    }
    return bytes > MAX_BYTES;
  }
}
