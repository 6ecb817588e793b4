package dev.mortise.join;

import java.util.Arrays;

/**
 * Children in order, each with the place where it begins (meaningless for the first one, which
 * begins before everything) and the least event time of either side below it, by which expiry finds
 * its way without looking into children that have nothing due.
 */
final class TreeBranch implements TreeNode {
  /** Children of a full branch. */
  static final int MAX_CHILDREN = 64;

  final int[] lanes;
  final long[] times;
  final long[] ids;
  final long[] minLeft;
  final long[] minRight;

  TreeBranch(int[] lanes, long[] times, long[] ids, long[] minLeft, long[] minRight) {
    this.lanes = lanes;
    this.times = times;
    this.ids = ids;
    this.minLeft = minLeft;
    this.minRight = minRight;
  }

  /** A branch over two nodes, the second of which begins where {@code fence} says. */
  static TreeBranch over(
      long firstId, TreeNode first, long secondId, TreeNode second, Fence fence) {
    return new TreeBranch(
        new int[] {0, fence.lane()},
        new long[] {0, fence.time()},
        new long[] {firstId, secondId},
        new long[] {first.minTime(JoinSide.LEFT), second.minTime(JoinSide.LEFT)},
        new long[] {first.minTime(JoinSide.RIGHT), second.minTime(JoinSide.RIGHT)});
  }

  /** The place where a child begins. */
  record Fence(int lane, long time) {}

  int size() {
    return ids.length;
  }

  Fence fence(int child) {
    return new Fence(lanes[child], times[child]);
  }

  long[] mins(JoinSide side) {
    return side == JoinSide.LEFT ? minLeft : minRight;
  }

  @Override
  public long minTime(JoinSide side) {
    long min = NONE;
    for (long childMin : mins(side)) {
      min = Math.min(min, childMin);
    }
    return min;
  }

  /** The last child that begins at or before the given place: where a row of it is added. */
  int childFor(int lane, long time) {
    int low = 1;
    int high = ids.length;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (TreeNode.compare(lanes[mid], times[mid], lane, time) <= 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low - 1;
  }

  /** This branch with the least event times of one child brought up to date. */
  TreeBranch withMins(int child, TreeNode node) {
    long left = node.minTime(JoinSide.LEFT);
    long right = node.minTime(JoinSide.RIGHT);
    if (left == minLeft[child] && right == minRight[child]) {
      return this;
    }
    long[] newLeft = minLeft.clone();
    long[] newRight = minRight.clone();
    newLeft[child] = left;
    newRight[child] = right;
    return new TreeBranch(lanes, times, ids, newLeft, newRight);
  }

  /** This branch with a child more, at index {@code at}. */
  TreeBranch withChild(int at, Fence fence, long id, TreeNode node) {
    int[] newLanes = Arrays.copyOf(lanes, ids.length + 1);
    System.arraycopy(lanes, at, newLanes, at + 1, ids.length - at);
    newLanes[at] = fence.lane();
    return new TreeBranch(
        newLanes,
        inserted(times, at, fence.time()),
        inserted(ids, at, id),
        inserted(minLeft, at, node.minTime(JoinSide.LEFT)),
        inserted(minRight, at, node.minTime(JoinSide.RIGHT)));
  }

  private static long[] inserted(long[] from, int at, long value) {
    long[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, at, to, at + 1, from.length - at);
    to[at] = value;
    return to;
  }

  /** The children at {@code from <= index < to}. */
  TreeBranch slice(int from, int to) {
    return new TreeBranch(
        Arrays.copyOfRange(lanes, from, to),
        Arrays.copyOfRange(times, from, to),
        Arrays.copyOfRange(ids, from, to),
        Arrays.copyOfRange(minLeft, from, to),
        Arrays.copyOfRange(minRight, from, to));
  }

  /** The children whose index is not set in {@code gone}, of which {@code left} remain. */
  TreeBranch without(boolean[] gone, int left) {
    TreeBranch kept =
        new TreeBranch(
            new int[left], new long[left], new long[left], new long[left], new long[left]);
    int to = 0;
    for (int i = 0; i < ids.length; i++) {
      if (!gone[i]) {
        kept.lanes[to] = lanes[i];
        kept.times[to] = times[i];
        kept.ids[to] = ids[i];
        kept.minLeft[to] = minLeft[i];
        kept.minRight[to++] = minRight[i];
      }
    }
    return kept;
  }
}
