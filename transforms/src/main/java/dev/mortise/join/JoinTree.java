package dev.mortise.join;

import org.jspecify.annotations.Nullable;

/**
 * The rows that one shard of a join keeps: a B+ tree ordered by lane (a hash of the key, and the
 * side) and event time.
 *
 * <p>A probe descends to the partners' lane and walks just the times within the bound, so its cost
 * grows with the rows it finds, not with those kept for the key or the shard. Rows of keys with few
 * rows lie side by side in one leaf, so they cost no more than in one plain list. Every branch
 * knows the least event time of each side below every child, so that expiry goes straight to what
 * is due.
 *
 * <p>A tree of up to {@link TreeLeaf#MAX_BYTES} is one leaf, its root; only larger ones put leaves
 * and branches into {@link Nodes}. Long rows lie there by themselves (see {@link LongRow}). Leaves
 * that lost rows are not merged: a node goes when its last row goes, so there are never more leaves
 * than rows.
 *
 * <p>The layout knows nothing of the interval: it holds whatever bounds a later run has.
 */
final class JoinTree {
  /** Where nodes other than the root live. */
  interface Nodes {
    /** The node written last under {@code id}, which is there. */
    TreeNode read(long id);

    void write(long id, TreeNode node);

    void remove(long id);

    /** Reads a node that is not looked at again soon. */
    default TreeNode readOnce(long id) {
      return read(id);
    }

    /** Writes a node that is not looked at again soon. */
    default void writeOnce(long id, TreeNode node) {
      write(id, node);
    }
  }

  /**
   * Sees the rows that a probe finds. Bodies lie in the bytes of a node, which stay as they are.
   */
  interface Probe {
    /** Whether the key of the row whose body begins there is the one looked for. */
    boolean hasKey(byte[] bytes, int bodyStart);

    /** Takes a row and says whether it counts as matched from now on. */
    boolean visit(long time, boolean matched, byte[] bytes, int bodyStart, int bodyEnd);
  }

  /** Sees the rows that expiry takes away. */
  interface Expired {
    /** Whether the body is looked at; it need not be read otherwise, and the key alone is there. */
    default boolean needsBody(JoinSide side, boolean matched) {
      return true;
    }

    void row(JoinSide side, long time, boolean matched, byte[] bytes, int bodyStart, int bodyEnd);
  }

  /** What expiry takes away, and where it looks for it. */
  static final class Expiry {
    private final long[] before = new long[2];
    private final long[] lookBefore = new long[2];

    /**
     * Rows of a side with an event time before this one go.
     *
     * @param isDue whether they are looked for; otherwise they go only from nodes that are changed
     *     for the sake of the other side
     */
    void set(JoinSide side, long time, boolean isDue) {
      before[side.code()] = time;
      lookBefore[side.code()] = isDue ? time : Long.MIN_VALUE;
    }

    boolean looksAt(long minLeft, long minRight) {
      return minLeft < lookBefore[0] || minRight < lookBefore[1];
    }

    boolean takes(int lane, long time) {
      return time < before[lane & 1];
    }
  }

  private final Nodes nodes;
  private final TreeNode firstRoot;
  private final long firstNextId;
  private TreeNode root;
  private long nextId;

  // The second half of a node that the last insertion below had to split, and where it begins.
  private @Nullable TreeNode splitOff;
  private TreeBranch.@Nullable Fence splitFence;

  JoinTree(TreeNode root, long nextId, Nodes nodes) {
    this.firstRoot = root;
    this.firstNextId = nextId;
    this.root = root;
    this.nextId = nextId;
    this.nodes = nodes;
  }

  TreeNode root() {
    return root;
  }

  long nextId() {
    return nextId;
  }

  /**
   * Whether {@link #root} or {@link #nextId} are others than the tree began with, and must be kept.
   * A node may split far below a root that stays the same.
   */
  boolean isChanged() {
    return root != firstRoot || nextId != firstNextId;
  }

  boolean isEmpty() {
    return root instanceof TreeLeaf leaf && leaf.size() == 0;
  }

  /** Least event time of the rows of {@code side}, or {@link TreeNode#NONE}. */
  long minTime(JoinSide side) {
    return root.minTime(side);
  }

  void insert(int slot, boolean matched, Arrival row) {
    byte[] bytes = row.bytes();
    int start = row.start();
    int end = row.end();
    boolean isLong = LongRow.isLong(bytes, start, end);
    if (isLong) {
      long id = nextId++;
      nodes.writeOnce(id, LongRow.of(bytes, start, end));
      bytes = LongRow.reference(bytes, start, id);
      start = 0;
      end = bytes.length;
    }
    TreeNode first =
        insert(
            root,
            TreeNode.lane(slot, row.side()),
            row.time(),
            TreeLeaf.flags(matched, isLong),
            bytes,
            start,
            end);
    TreeNode second = splitOff;
    TreeBranch.Fence fence = splitFence;
    if (second == null || fence == null) {
      root = first;
      return;
    }
    splitOff = null;
    long firstId = nextId++;
    long secondId = nextId++;
    nodes.write(firstId, first);
    nodes.write(secondId, second);
    root = TreeBranch.over(firstId, first, secondId, second, fence);
  }

  private TreeNode insert(
      TreeNode node, int lane, long time, int flags, byte[] bytes, int start, int end) {
    if (node instanceof TreeLeaf leaf) {
      int at = leaf.placeFor(lane, time);
      TreeLeaf grown = leaf.with(at, lane, time, flags, bytes, start, end);
      if (!grown.isOverfull()) {
        return grown;
      }
      int middle = splitPoint(at, grown.size());
      splitOff = grown.slice(middle, grown.size());
      splitFence = new TreeBranch.Fence(grown.lane(middle), grown.time(middle));
      return grown.slice(0, middle);
    }
    TreeBranch branch = (TreeBranch) node;
    int child = branch.childFor(lane, time);
    long id = branch.id(child);
    TreeNode first = insert(nodes.read(id), lane, time, flags, bytes, start, end);
    nodes.write(id, first);
    TreeNode second = splitOff;
    TreeBranch.Fence fence = splitFence;
    if (second == null || fence == null) {
      return branch.withRow(child, TreeNode.sideOf(lane), time);
    }
    splitOff = null;
    long secondId = nextId++;
    nodes.write(secondId, second);
    TreeBranch grown = branch.withChild(child + 1, first, fence, secondId, second);
    if (grown.size() > TreeBranch.MAX_CHILDREN) {
      int middle = splitPoint(child + 1, grown.size());
      splitOff = grown.slice(middle, grown.size());
      splitFence = grown.fence(middle);
      return grown.slice(0, middle);
    }
    return grown;
  }

  /**
   * Where a node splits that grew at {@code at}: in the middle, unless it grows at its end. Rows of
   * one key mostly come in order of time, and half-full nodes behind them would stay half full.
   */
  private static int splitPoint(int at, int size) {
    return at >= size - 1 - size / 8 ? at : size / 2;
  }

  /** Shows {@code probe} the rows of a slot and side with {@code from <= event time <= to}. */
  void probe(int slot, JoinSide side, long from, long to, Probe probe) {
    root = probe(root, TreeNode.lane(slot, side), side, from, to, probe);
  }

  private TreeNode probe(TreeNode node, int lane, JoinSide side, long from, long to, Probe probe) {
    if (node instanceof TreeLeaf leaf) {
      return probeLeaf(leaf, lane, from, to, probe);
    }
    TreeBranch branch = (TreeBranch) node;
    // Rows of one place may lie on both sides of a fence, so begin before the first of them.
    int first = branch.childFor(lane, from - 1);
    int last = branch.childFor(lane, to);
    for (int child = first; child <= last; child++) {
      if (branch.minTime(side, child) <= to) {
        long id = branch.id(child);
        TreeNode before = nodes.read(id);
        TreeNode after = probe(before, lane, side, from, to, probe);
        if (after != before) {
          nodes.write(id, after);
        }
      }
    }
    // Match flags are no part of a branch.
    return branch;
  }

  private TreeLeaf probeLeaf(TreeLeaf leaf, int lane, long from, long to, Probe probe) {
    byte[] bytes = leaf.bytes();
    byte[] copy = null;
    int size = leaf.size();
    for (int i = leaf.firstFrom(lane, from); i < size; i++) {
      long time = leaf.time(i);
      if (time > to || leaf.lane(i) != lane) {
        break;
      }
      int start = leaf.bodyStart(i);
      if (!probe.hasKey(bytes, start)) {
        continue;
      }
      boolean matched = leaf.matched(i);
      if (visit(probe, leaf, i, time, matched, start) != matched) {
        if (copy == null) {
          copy = bytes.clone();
        }
        TreeLeaf.flipMatched(copy, i);
      }
    }
    return copy == null ? leaf : new TreeLeaf(copy);
  }

  private boolean visit(
      Probe probe, TreeLeaf leaf, int row, long time, boolean matched, int start) {
    int end = leaf.bodyEnd(row);
    if (!leaf.isLong(row)) {
      return probe.visit(time, matched, leaf.bytes(), start, end);
    }
    LongRow body = (LongRow) nodes.readOnce(LongRow.id(leaf.bytes(), end));
    return probe.visit(time, matched, body.bytes(), body.bodyStart(), body.bytes().length);
  }

  /** Takes away the rows that {@code expiry} finds due. */
  void expire(Expiry expiry, Expired expired) {
    if (!expiry.looksAt(root.minTime(JoinSide.LEFT), root.minTime(JoinSide.RIGHT))) {
      return;
    }
    TreeNode left = expire(root, expiry, expired);
    if (left == null) {
      root = TreeLeaf.EMPTY;
      nextId = 0;
      return;
    }
    while (left instanceof TreeBranch branch && branch.size() == 1) {
      long id = branch.id(0);
      left = nodes.read(id);
      nodes.remove(id);
    }
    root = left;
  }

  private @Nullable TreeNode expire(TreeNode node, Expiry expiry, Expired expired) {
    return node instanceof TreeLeaf leaf
        ? expireLeaf(leaf, expiry, expired)
        : expireBranch((TreeBranch) node, expiry, expired);
  }

  private @Nullable TreeLeaf expireLeaf(TreeLeaf leaf, Expiry expiry, Expired expired) {
    boolean[] gone = new boolean[leaf.size()];
    int left = leaf.size();
    for (int i = 0; i < gone.length; i++) {
      int lane = leaf.lane(i);
      long time = leaf.time(i);
      if (expiry.takes(lane, time)) {
        expire(leaf, i, TreeNode.sideOf(lane), time, expired);
        gone[i] = true;
        left--;
      }
    }
    if (left == 0) {
      return null;
    }
    return left == gone.length ? leaf : leaf.without(gone);
  }

  private void expire(TreeLeaf leaf, int row, JoinSide side, long time, Expired expired) {
    boolean matched = leaf.matched(row);
    byte[] bytes = leaf.bytes();
    int start = leaf.bodyStart(row);
    int end = leaf.bodyEnd(row);
    if (leaf.isLong(row)) {
      long id = LongRow.id(bytes, end);
      if (expired.needsBody(side, matched)) {
        LongRow body = (LongRow) nodes.readOnce(id);
        bytes = body.bytes();
        start = body.bodyStart();
        end = bytes.length;
      }
      nodes.remove(id);
    }
    expired.row(side, time, matched, bytes, start, end);
  }

  private @Nullable TreeBranch expireBranch(TreeBranch branch, Expiry expiry, Expired expired) {
    byte[] copy = branch.bytes().clone();
    boolean[] gone = new boolean[branch.size()];
    int left = branch.size();
    for (int child = 0; child < gone.length; child++) {
      if (expiry.looksAt(
          branch.minTime(JoinSide.LEFT, child), branch.minTime(JoinSide.RIGHT, child))) {
        long id = branch.id(child);
        TreeNode after = expire(nodes.read(id), expiry, expired);
        if (after == null) {
          nodes.remove(id);
          gone[child] = true;
          left--;
        } else {
          nodes.write(id, after);
          TreeBranch.putMins(copy, child, after);
        }
      }
    }
    return left == 0 ? null : TreeBranch.without(copy, gone, left);
  }
}
