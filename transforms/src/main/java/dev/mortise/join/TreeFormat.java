package dev.mortise.join;

import dev.mortise.coder.StateBytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Version 1 of the bytes of tree nodes. A leaf's times stand as distances from its least one, each
 * with its match flag, and everything a probe looks at stands before the bodies.
 */
final class TreeFormat {
  private static final int LEAF = 0;
  private static final int BRANCH = 1;

  private TreeFormat() {}

  static void write(TreeNode node, StateBytes to) {
    if (node instanceof TreeLeaf leaf) {
      writeLeaf(leaf, to.putByte(LEAF));
    } else {
      writeBranch((TreeBranch) node, to.putByte(BRANCH));
    }
  }

  static TreeNode read(StateBytes.Reader from) {
    int kind = from.getByte();
    return switch (kind) {
      case LEAF -> readLeaf(from);
      case BRANCH -> readBranch(from);
      default ->
          throw new IllegalArgumentException(
              "IntervalJoin node: kind must be 0 or 1, but is " + kind + ". The state is damaged.");
    };
  }

  private static void writeLeaf(TreeLeaf leaf, StateBytes to) {
    to.putVarLong(leaf.size());
    long base = writeBase(leaf.times, to);
    for (int i = 0; i < leaf.size(); i++) {
      to.putInt(leaf.lanes[i])
          .putVarLong((leaf.times[i] - base) << 1 | (leaf.matched[i] ? 1 : 0))
          .putVarLong(leaf.bodies[i].length);
    }
    for (byte[] body : leaf.bodies) {
      to.put(body);
    }
  }

  private static TreeLeaf readLeaf(StateBytes.Reader from) {
    int size = from.getVarInt();
    if (size == 0) {
      return TreeLeaf.EMPTY;
    }
    long base = from.getSignedVarLong();
    int[] lanes = new int[size];
    long[] times = new long[size];
    boolean[] matched = new boolean[size];
    int[] lengths = new int[size];
    for (int i = 0; i < size; i++) {
      lanes[i] = from.getInt();
      long time = from.getVarLong();
      times[i] = base + (time >>> 1);
      matched[i] = (time & 1) != 0;
      lengths[i] = from.getVarInt();
    }
    byte[][] bodies = new byte[size][];
    for (int i = 0; i < size; i++) {
      bodies[i] = from.get(lengths[i]);
    }
    return new TreeLeaf(lanes, times, matched, bodies, oneKey(lanes, bodies));
  }

  private static byte @Nullable [] oneKey(int[] lanes, byte[][] bodies) {
    for (int i = 1; i < lanes.length; i++) {
      // Rows of one key differ in the lowest bit of their lanes at the most.
      if (lanes[i] >> 1 != lanes[0] >> 1 || !RowBody.sameKey(bodies[0], bodies[i])) {
        return null;
      }
    }
    return bodies[0];
  }

  private static void writeBranch(TreeBranch branch, StateBytes to) {
    to.putVarLong(branch.size());
    for (int i = 0; i < branch.size(); i++) {
      to.putInt(branch.lanes[i]).putSignedVarLong(branch.times[i]).putVarLong(branch.ids[i]);
      writeTime(branch.minLeft[i], to);
      writeTime(branch.minRight[i], to);
    }
  }

  private static TreeBranch readBranch(StateBytes.Reader from) {
    int size = from.getVarInt();
    TreeBranch branch =
        new TreeBranch(
            new int[size], new long[size], new long[size], new long[size], new long[size]);
    for (int i = 0; i < size; i++) {
      branch.lanes[i] = from.getInt();
      branch.times[i] = from.getSignedVarLong();
      branch.ids[i] = from.getVarLong();
      branch.minLeft[i] = readTime(from);
      branch.minRight[i] = readTime(from);
    }
    return branch;
  }

  private static long writeBase(long[] times, StateBytes to) {
    if (times.length == 0) {
      return 0;
    }
    long base = Arrays.stream(times).min().orElseThrow();
    to.putSignedVarLong(base);
    return base;
  }

  /** Writes a time that may be {@link TreeNode#NONE}. */
  static void writeTime(long time, StateBytes to) {
    to.putByte(time == TreeNode.NONE ? 0 : 1);
    if (time != TreeNode.NONE) {
      to.putSignedVarLong(time);
    }
  }

  static long readTime(StateBytes.Reader from) {
    return from.getByte() == 0 ? TreeNode.NONE : from.getSignedVarLong();
  }
}
