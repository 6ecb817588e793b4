package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class JoinTreeTest {

  private record Row(int slot, JoinSide side, long time, boolean matched, int id) {}

  /** A list that is walked from end to end, doing what the tree should do. */
  private static final class Model {
    final List<Row> rows = new ArrayList<>();

    List<Integer> probe(int slot, JoinSide side, long from, long to) {
      List<Integer> found = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        if (row.slot == slot && row.side == side && row.time >= from && row.time <= to) {
          found.add(row.id);
          rows.set(i, new Row(slot, side, row.time, true, row.id));
        }
      }
      return found;
    }

    List<String> expire(JoinSide side, long before) {
      List<String> gone = new ArrayList<>();
      rows.removeIf(
          row -> {
            boolean due = row.side == side && row.time < before;
            if (due) {
              gone.add(row.id + (row.matched ? " matched" : ""));
            }
            return due;
          });
      return gone;
    }

    long minTime(JoinSide side) {
      return rows.stream()
          .filter(row -> row.side == side)
          .mapToLong(Row::time)
          .min()
          .orElse(TreeNode.NONE);
    }
  }

  /** Takes the rows of one side, and leaves the other alone. */
  private static JoinTree.Expiry expiry(JoinSide side, long before) {
    JoinTree.Expiry expiry = new JoinTree.Expiry();
    expiry.set(side, before, true);
    expiry.set(side.other(), Long.MIN_VALUE, true);
    return expiry;
  }

  private interface Seen {
    boolean row(long time, int id);
  }

  /** All bodies here have one key. */
  private static JoinTree.Probe seeing(Seen seen) {
    return new JoinTree.Probe() {
      @Override
      public boolean hasKey(byte[] bytes, int start) {
        return true;
      }

      @Override
      public boolean visit(long time, boolean matched, byte[] bytes, int start, int end) {
        return seen.row(time, EngineJoin.idOf(bytes, end));
      }
    };
  }

  @Property(tries = 150)
  void treeDoesWhatAListDoes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int slots) {
    Random random = new Random(seed);
    EngineJoin shell =
        new EngineJoin(
            JoinInterval.between(Duration.ZERO, Duration.ZERO), EngineJoin.Firing.AT_ONCE, false);
    JoinTree tree = shell.open();
    Model model = new Model();
    int spread = 1 + random.nextInt(2_000);
    long floor = 0;
    for (int i = 0; i < 3_000; i++) {
      int slot = random.nextInt(slots) - slots / 2;
      JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
      long time = floor + random.nextInt(spread);
      switch (random.nextInt(20)) {
        case 0 -> {
          floor += random.nextInt(spread / 4 + 1);
          long before = floor;
          List<String> gone = new ArrayList<>();
          tree.expire(
              expiry(side, before),
              (ofSide, rowTime, matched, bytes, start, end) ->
                  gone.add(EngineJoin.idOf(bytes, end) + (matched ? " matched" : "")));
          assertThat(gone).containsExactlyInAnyOrderElementsOf(model.expire(side, before));
        }
        case 1, 2, 3, 4 -> {
          long from = time - random.nextInt(spread);
          List<Integer> found = new ArrayList<>();
          tree.probe(
              slot,
              side,
              from,
              time,
              seeing(
                  (rowTime, bodyId) -> {
                    found.add(bodyId);
                    return true;
                  }));
          assertThat(found)
              .containsExactlyInAnyOrderElementsOf(model.probe(slot, side, from, time));
        }
        default -> {
          tree.insert(
              slot, false, EngineJoin.arrival(side, time, EngineJoin.bodyOfAnyLength("k", i)));
          model.rows.add(new Row(slot, side, time, false, i));
        }
      }
      assertThat(tree.minTime(side)).isEqualTo(model.minTime(side));
    }
    for (JoinSide side : JoinSide.values()) {
      tree.expire(expiry(side, TreeNode.NONE), (ofSide, time, matched, bytes, start, end) -> {});
    }
    assertThat(tree.isEmpty()).isTrue();
    assertThat(shell.nodes).isEmpty();
  }

  @Test
  void probeOfAKeyWith100000Rows_readsNoMoreNodesThanTheTreeIsDeep() {
    EngineJoin shell =
        new EngineJoin(
            JoinInterval.between(Duration.ZERO, Duration.ZERO), EngineJoin.Firing.AT_ONCE, false);
    JoinTree tree = shell.open();
    for (int i = 0; i < 100_000; i++) {
      tree.insert(1, false, EngineJoin.arrival(JoinSide.RIGHT, i, EngineJoin.body("k", i)));
    }
    shell.reads = 0;
    List<Long> found = new ArrayList<>();
    tree.probe(
        1,
        JoinSide.RIGHT,
        50_000,
        50_009,
        seeing(
            (time, id) -> {
              found.add(time);
              return false;
            }));
    assertThat(found).hasSize(10);
    // Three levels below the root at the most, and the leaves that ten rows can span.
    assertThat(shell.reads).isLessThanOrEqualTo(5);
    assertThat(shell.nodes.size())
        .isLessThan(2 * 100_000 / (TreeLeaf.MAX_BYTES / (TreeLeaf.ENTRY + 6) / 2));
  }

  @Test
  void expiryOfOneRow_readsNoMoreNodesThanTheTreeIsDeep() {
    EngineJoin shell =
        new EngineJoin(
            JoinInterval.between(Duration.ZERO, Duration.ZERO), EngineJoin.Firing.AT_ONCE, false);
    JoinTree tree = shell.open();
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      tree.insert(
          random.nextInt(), false, EngineJoin.arrival(JoinSide.LEFT, i, EngineJoin.body("k", i)));
    }
    shell.reads = 0;
    shell.writes = 0;
    List<Long> gone = new ArrayList<>();
    tree.expire(
        expiry(JoinSide.LEFT, 1), (side, time, matched, bytes, start, end) -> gone.add(time));
    assertThat(gone).containsExactly(0L);
    assertThat(shell.reads).isLessThanOrEqualTo(4);
    assertThat(shell.writes).isLessThanOrEqualTo(4);
  }

  @Test
  void expiryOfOneSide_takesDueRowsOfTheOtherOnlyFromNodesItChanges() {
    EngineJoin shell =
        new EngineJoin(
            JoinInterval.between(Duration.ZERO, Duration.ZERO), EngineJoin.Firing.AT_ONCE, false);
    JoinTree tree = shell.open();
    for (int i = 0; i < 10_000; i++) {
      // Left rows lie in the first leaf only, right rows in all of them.
      tree.insert(i, false, EngineJoin.arrival(JoinSide.RIGHT, i, EngineJoin.body("k", i)));
    }
    tree.insert(0, false, EngineJoin.arrival(JoinSide.LEFT, 5, EngineJoin.body("k", -1)));
    JoinTree.Expiry expiry = new JoinTree.Expiry();
    expiry.set(JoinSide.LEFT, 6, true);
    expiry.set(JoinSide.RIGHT, 5_000, false);
    List<String> gone = new ArrayList<>();
    tree.expire(expiry, (side, time, matched, bytes, start, end) -> gone.add(side + " " + time));
    assertThat(gone).contains("LEFT 5", "RIGHT 0");
    assertThat(gone.size()).isLessThan(TreeLeaf.MAX_BYTES / TreeLeaf.ENTRY);
    assertThat(tree.minTime(JoinSide.LEFT)).isEqualTo(TreeNode.NONE);
    assertThat(tree.minTime(JoinSide.RIGHT)).isEqualTo(gone.size() - 1L);
  }
}
