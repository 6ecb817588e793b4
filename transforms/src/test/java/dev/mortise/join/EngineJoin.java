package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.util.CoderUtils;

/** Runs timelines through the engine and one tree, without a pipeline. */
final class EngineJoin {
  /** When rows that expired are taken away: a runner may fire timers at once, or much later. */
  enum Firing {
    AT_ONCE,
    AT_THE_END
  }

  static final long LAST_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  private final JoinEngine engine;
  private final Firing firing;
  private final boolean throughCoders;
  private final Outcome outcome = new Outcome();
  final JoinTally tally = new JoinTally();
  final Map<Long, TreeNode> nodes = new HashMap<>();
  private TreeHead head = TreeHead.EMPTY;
  long reads;
  long writes;

  EngineJoin(JoinInterval interval, Firing firing, boolean throughCoders) {
    this.engine = new JoinEngine(interval, LAST_TIME);
    this.firing = firing;
    this.throughCoders = throughCoders;
  }

  static Outcome run(Timeline timeline, JoinInterval interval, Firing firing, boolean coders) {
    return new EngineJoin(interval, firing, coders).run(timeline);
  }

  Outcome run(Timeline timeline) {
    int[] rows = new int[2];
    Timeline.Watermark watermarks = new Timeline.Watermark();
    for (Timeline.Event event : timeline.events()) {
      if (event instanceof Timeline.Mark mark) {
        watermarks.apply(mark);
        if (firing == Firing.AT_ONCE) {
          expire(watermarks.least());
          checkThatNoExpiredRowIsLeft(watermarks.least());
        }
      } else {
        Timeline.Row row = (Timeline.Row) event;
        rows[row.side().code()]++;
        arrive(row, watermarks.least());
      }
    }
    expire(Timeline.END);
    checkThatNothingIsLeft();
    checkAccounts(rows);
    return outcome;
  }

  void arrive(Timeline.Row row, long watermark) {
    JoinTree tree = open();
    engine.arrive(
        tree,
        arrival(row.side(), row.time(), bodyOfAnyLength(row.key(), row.id())),
        watermark,
        tally,
        new Recorder());
    close(tree);
  }

  void expire(long watermark) {
    JoinTree tree = open();
    engine.expire(tree, watermark, true, true, tally, new Recorder());
    close(tree);
  }

  JoinTree open() {
    return new JoinTree(head.root(), head.nextId(), new CountingNodes());
  }

  /** What stands for the tree in state, besides {@link #nodes}. */
  TreeHead head() {
    return head;
  }

  void close(JoinTree tree) {
    if (!tree.isChanged()) {
      return;
    }
    head = new TreeHead(tree.root(), tree.nextId(), ShardTimer.Setting.NONE);
    if (throughCoders) {
      try {
        head = CoderUtils.clone(new TreeHeadCoder(), head);
        for (Map.Entry<Long, TreeNode> node : nodes.entrySet()) {
          node.setValue(CoderUtils.clone(new TreeNodeCoder(), node.getValue()));
        }
      } catch (CoderException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void checkThatNoExpiredRowIsLeft(long watermark) {
    for (JoinSide side : JoinSide.values()) {
      long earliest = open().minTime(side);
      if (earliest != TreeNode.NONE) {
        assertThat(engine.expiry(side, earliest)).isGreaterThanOrEqualTo(watermark);
      }
    }
  }

  private void checkThatNothingIsLeft() {
    assertThat(nodes).as("nodes left in state").isEmpty();
    assertThat(open().isEmpty()).as("root is empty").isTrue();
    assertThat(head.nextId()).as("ids start over").isZero();
    assertThat(tally.rowsExpired).as("rows that left").isEqualTo(tally.rowsStored);
  }

  /** matched + unmatched + late = rows in, for each side. */
  private void checkAccounts(int[] rows) {
    for (JoinSide side : JoinSide.values()) {
      int own = side.code();
      assertThat(tally.matchedRows[own] + tally.unmatchedRows[own] + tally.lateRows[own])
          .as("rows accounted for, %s", side)
          .isEqualTo(rows[own]);
      assertThat(tally.unmatchedRows[own]).isEqualTo(outcome.unmatched(side).size());
      assertThat(tally.lateRows[own]).isEqualTo(outcome.late(side).size());
    }
    assertThat(tally.pairs).isEqualTo(outcome.matched().size());
  }

  static byte[] body(String key, int id) {
    return RowBody.of(
        key.getBytes(StandardCharsets.UTF_8), ByteBuffer.allocate(4).putInt(id).array());
  }

  /** A body that is long for some ids, and does not lie in a leaf then. */
  static byte[] bodyOfAnyLength(String key, int id) {
    if (id % 5 != 3) {
      return body(key, id);
    }
    int length = LongRow.MIN_BYTES + 1 + id % 1_000;
    return RowBody.of(
        key.getBytes(StandardCharsets.UTF_8),
        ByteBuffer.allocate(length).putInt(length - Integer.BYTES, id).array());
  }

  /** A row as it comes out of a batch, in which it is not the first. */
  static Arrival arrival(JoinSide side, long time, byte[] body) {
    BodyBuffer buffer = new BodyBuffer();
    buffer.write(body, 0, body.length);
    RowBatch.Writer writer = new RowBatch.Writer();
    writer.add(side.other(), time + 1, new BodyBuffer());
    writer.add(side, time, buffer);
    Arrival row = writer.take().rows();
    row.next();
    row.next();
    return row;
  }

  static int idOf(byte[] bytes, int bodyEnd) {
    return ByteBuffer.wrap(bytes, bodyEnd - 4, 4).getInt();
  }

  private final class CountingNodes implements JoinTree.Nodes {
    @Override
    public TreeNode read(long id) {
      reads++;
      TreeNode node = nodes.get(id);
      if (node == null) {
        throw new AssertionError("node " + id + " is missing");
      }
      return node;
    }

    @Override
    public void write(long id, TreeNode node) {
      writes++;
      nodes.put(id, node);
    }

    @Override
    public void remove(long id) {
      assertThat(nodes.remove(id)).as("node %d", id).isNotNull();
    }
  }

  private final class Recorder implements JoinEngine.Output {
    @Override
    public void pair(Arrival row, long partnerTime, byte[] bytes, int start, int end) {
      int own = idOf(row.bytes(), row.end());
      int partner = idOf(bytes, end);
      if (row.side() == JoinSide.LEFT) {
        outcome.pair(own, partner);
      } else {
        outcome.pair(partner, own);
      }
    }

    @Override
    public void late(Arrival row, long watermark) {
      outcome.late(row.side()).add(idOf(row.bytes(), row.end()));
    }

    @Override
    public boolean emitsUnmatched(JoinSide side) {
      return true;
    }

    @Override
    public void unmatched(JoinSide side, long time, byte[] bytes, int start, int end) {
      outcome.unmatched(side).add(idOf(bytes, end));
    }
  }
}
