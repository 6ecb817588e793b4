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
 * <p>A tree of up to {@link TreeLeaf#MAX_ROWS} rows is one leaf, its root; only larger ones put
 * nodes into {@link Nodes}. Leaves that lost rows are not merged: a node goes when its last row
 * goes, so there are never more nodes than rows.
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
  }

  /** Sees the rows that a probe finds. */
  interface Probe {
    /** Whether a row's key is the one looked for: a slot may hold several. */
    default boolean hasKey(byte[] body) {
      return true;
    }

    /** Takes a row and says whether it counts as matched from now on. */
    boolean visit(long time, boolean matched, byte[] body);
  }

  /** Sees the rows that expiry takes away. */
  interface Expired {
    void row(long time, boolean matched, byte[] body);
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

  void insert(int slot, JoinSide side, long time, boolean matched, byte[] body) {
    TreeNode first = insert(root, TreeNode.lane(slot, side), time, matched, body);
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

  private TreeNode insert(TreeNode node, int lane, long time, boolean matched, byte[] body) {
    if (node instanceof TreeLeaf leaf) {
      int at = leaf.placeFor(lane, time);
      TreeLeaf grown = leaf.with(at, lane, time, matched, body);
      if (!grown.isOverfull()) {
        return grown;
      }
      int middle = splitPoint(at, grown.size());
      splitOff = grown.slice(middle, grown.size());
      splitFence = new TreeBranch.Fence(grown.lanes[middle], grown.times[middle]);
      return grown.slice(0, middle);
    }
    TreeBranch branch = (TreeBranch) node;
    int child = branch.childFor(lane, time);
    TreeNode first = insert(nodes.read(branch.ids[child]), lane, time, matched, body);
    nodes.write(branch.ids[child], first);
    TreeBranch grown = branch.withMins(child, first);
    TreeNode second = splitOff;
    TreeBranch.Fence fence = splitFence;
    if (second == null || fence == null) {
      return grown;
    }
    splitOff = null;
    long secondId = nextId++;
    nodes.write(secondId, second);
    grown = grown.withChild(child + 1, fence, secondId, second);
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
    long[] mins = branch.mins(side);
    for (int child = first; child <= last; child++) {
      if (mins[child] <= to) {
        TreeNode before = nodes.read(branch.ids[child]);
        TreeNode after = probe(before, lane, side, from, to, probe);
        if (after != before) {
          nodes.write(branch.ids[child], after);
        }
      }
    }
    // Match flags are no part of a branch.
    return branch;
  }

  private static TreeLeaf probeLeaf(TreeLeaf leaf, int lane, long from, long to, Probe probe) {
    byte[] oneKey = leaf.oneKey;
    if (oneKey != null && !probe.hasKey(oneKey)) {
      return leaf;
    }
    boolean all = leaf.isAll(lane);
    boolean[] flags = leaf.matched;
    int size = leaf.size();
    for (int i = leaf.firstFrom(lane, from); i < size && leaf.times[i] <= to; i++) {
      if (!all && leaf.lanes[i] != lane) {
        break;
      }
      if (oneKey == null && !probe.hasKey(leaf.bodies[i])) {
        continue;
      }
      boolean matched = probe.visit(leaf.times[i], leaf.matched[i], leaf.bodies[i]);
      if (matched != leaf.matched[i]) {
        if (flags == leaf.matched) {
          flags = leaf.matched.clone();
        }
        flags[i] = matched;
      }
    }
    return flags == leaf.matched ? leaf : leaf.withMatched(flags);
  }

  /** Takes away the rows of {@code side} with an event time before {@code before}. */
  void expire(JoinSide side, long before, Expired expired) {
    if (root.minTime(side) >= before) {
      return;
    }
    TreeNode left = expire(root, side, before, expired);
    if (left == null) {
      root = TreeLeaf.EMPTY;
      nextId = 0;
      return;
    }
    while (left instanceof TreeBranch branch && branch.size() == 1) {
      left = nodes.read(branch.ids[0]);
      nodes.remove(branch.ids[0]);
    }
    root = left;
  }

  private @Nullable TreeNode expire(TreeNode node, JoinSide side, long before, Expired expired) {
    return node instanceof TreeLeaf leaf
        ? expireLeaf(leaf, side, before, expired)
        : expireBranch((TreeBranch) node, side, before, expired);
  }

  private static @Nullable TreeLeaf expireLeaf(
      TreeLeaf leaf, JoinSide side, long before, Expired expired) {
    boolean[] gone = new boolean[leaf.size()];
    int left = leaf.size();
    for (int i = 0; i < gone.length; i++) {
      if (leaf.times[i] < before && TreeNode.isOf(side, leaf.lanes[i])) {
        expired.row(leaf.times[i], leaf.matched[i], leaf.bodies[i]);
        gone[i] = true;
        left--;
      }
    }
    return left == 0 ? null : leaf.without(gone, left);
  }

  private @Nullable TreeBranch expireBranch(
      TreeBranch branch, JoinSide side, long before, Expired expired) {
    TreeBranch kept = branch;
    boolean[] gone = new boolean[branch.size()];
    int left = branch.size();
    long[] mins = branch.mins(side);
    for (int child = 0; child < gone.length; child++) {
      if (mins[child] < before) {
        long id = branch.ids[child];
        TreeNode after = expire(nodes.read(id), side, before, expired);
        if (after == null) {
          nodes.remove(id);
          gone[child] = true;
          left--;
        } else {
          nodes.write(id, after);
          kept = kept.withMins(child, after);
        }
      }
    }
    if (left == 0) {
      return null;
    }
    return left == branch.size() ? kept : kept.without(gone, left);
  }
}
