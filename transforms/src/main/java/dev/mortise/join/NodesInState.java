package dev.mortise.join;

import java.util.Arrays;
import org.apache.beam.sdk.state.MapState;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one tree in map state. Keeps the few that a row looks at twice, first for its
 * partners and then for itself, and writes each that changed once, when the row is done.
 */
final class NodesInState implements JoinTree.Nodes {
  private static final int KEPT = 4;

  private final long[] ids = new long[KEPT];
  private final @Nullable TreeNode[] nodes = new TreeNode[KEPT];
  private final boolean[] changed = new boolean[KEPT];
  private int next;
  private @Nullable MapState<Long, TreeNode> state;

  /** Begins with a tree. */
  NodesInState open(MapState<Long, TreeNode> ofTree) {
    // A tree that ended with an error may have left something behind.
    Arrays.fill(nodes, null);
    Arrays.fill(changed, false);
    state = ofTree;
    return this;
  }

  /** Writes what is still to be written, and ends with the tree. */
  void close() {
    for (int i = 0; i < KEPT; i++) {
      drop(i);
    }
    state = null;
  }

  private int find(long id) {
    for (int i = 0; i < KEPT; i++) {
      if (nodes[i] != null && ids[i] == id) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public TreeNode read(long id) {
    int at = find(id);
    if (at >= 0) {
      return nodes[at];
    }
    TreeNode node = stored(id);
    keep(id, node, false);
    return node;
  }

  private TreeNode stored(long id) {
    TreeNode node = state().get(id).read();
    if (node == null) {
      throw new IllegalStateException("IntervalJoin state: node " + id + " is missing.");
    }
    return node;
  }

  @Override
  public TreeNode readOnce(long id) {
    return stored(id);
  }

  @Override
  public void writeOnce(long id, TreeNode node) {
    state().put(id, node);
  }

  @Override
  public void write(long id, TreeNode node) {
    int at = find(id);
    if (at < 0) {
      keep(id, node, true);
    } else if (nodes[at] != node) {
      nodes[at] = node;
      changed[at] = true;
    }
  }

  @Override
  public void remove(long id) {
    int at = find(id);
    if (at >= 0) {
      nodes[at] = null;
      changed[at] = false;
    }
    state().remove(id);
  }

  private void keep(long id, TreeNode node, boolean isChanged) {
    drop(next);
    ids[next] = id;
    nodes[next] = node;
    changed[next] = isChanged;
    next = (next + 1) % KEPT;
  }

  private void drop(int at) {
    TreeNode node = nodes[at];
    if (node != null && changed[at]) {
      state().put(ids[at], node);
    }
    nodes[at] = null;
    changed[at] = false;
  }

  private MapState<Long, TreeNode> state() {
    MapState<Long, TreeNode> ofTree = state;
    if (ofTree == null) {
      throw new IllegalStateException("NodesInState: must be open.");
    }
    return ofTree;
  }
}
