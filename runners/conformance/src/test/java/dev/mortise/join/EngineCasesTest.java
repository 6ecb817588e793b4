package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.BrokenLine;
import dev.mortise.conformance.Case;
import dev.mortise.conformance.Cases;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.coders.BigEndianIntegerCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.joda.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite's cases through the rules of the join alone, without a pipeline: in milliseconds, and
 * with timers that fire at once, or not before the end.
 */
class EngineCasesTest {
  private static final long FIRST = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  private static final long LAST = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  static List<Case> cases() {
    return Cases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void caseHasItsRightAnswer_whenTimersFireAtOnce(Case one) {
    assertThat(new Replay(one.join(), true).run(one.events())).isEqualTo(ends(one));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void caseHasItsRightAnswer_whenTimersFireAtTheEnd(Case one) {
    assertThat(new Replay(one.join(), false).run(one.events())).isEqualTo(ends(one));
  }

  /** What reaches the engine: neither rows without a key nor what is no row. */
  private static List<String> ends(Case one) {
    return one.answer().ends().stream()
        .filter(end -> !end.startsWith("null key") && !end.startsWith("dead"))
        .toList();
  }

  private static final class Replay implements JoinEngine.Output, JoinTree.Nodes {
    private final JoinSetting join;
    private final boolean atOnce;
    private final JoinEngine engine;
    private final JoinTally tally = new JoinTally();
    private final Map<Long, TreeNode> nodes = new HashMap<>();
    private final List<String> ends = new ArrayList<>();
    private final long[] marks = {FIRST, FIRST};
    private TreeHead head = TreeHead.EMPTY;

    Replay(JoinSetting join, boolean atOnce) {
      this.join = join;
      this.atOnce = atOnce;
      this.engine = new JoinEngine(interval(join), LAST);
    }

    private static JoinInterval interval(JoinSetting join) {
      JoinInterval interval =
          JoinInterval.between(Duration.millis(join.lower()), Duration.millis(join.upper()))
              .withAllowedLateness(Duration.millis(join.lateness()))
              .withLateRows(join.divert() ? LateRows.DIVERT : LateRows.JOIN);
      return switch (join.excluded()) {
        case none -> interval;
        case lower -> interval.exclusiveLower();
        case upper -> interval.exclusiveUpper();
        case both -> interval.exclusiveLower().exclusiveUpper();
      };
    }

    List<String> run(List<Event> events) {
      for (Event event : events) {
        if (event instanceof StreamRow row) {
          arrive(row);
        } else if (event instanceof Mark mark) {
          int side = mark.side().code();
          marks[side] = Math.max(marks[side], mark.time());
          if (atOnce) {
            expire(watermark());
          }
        } else {
          assertThat(event).isInstanceOf(BrokenLine.class);
        }
      }
      expire(Long.MAX_VALUE);
      assertThat(nodes).as("nodes left in state").isEmpty();
      ends.sort(null);
      return ends;
    }

    private long watermark() {
      return Math.min(marks[0], marks[1]);
    }

    private void arrive(StreamRow row) {
      if (row.k() == null || (join.keyFields().size() > 1 && row.n() == null)) {
        return;
      }
      String key = join.keyFields().size() > 1 ? row.k() + "/" + row.n() : row.k();
      BodyBuffer body = new BodyBuffer();
      try {
        body.putKey(ByteArrayCoder.of(), key.getBytes(StandardCharsets.UTF_8));
        body.putRow(BigEndianIntegerCoder.of(), row.id());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      RowBatch.Writer batch = new RowBatch.Writer();
      batch.add(row.side(), row.time(), body);
      JoinTree tree = open();
      for (Arrival arrival = batch.take().rows(); arrival.next(); ) {
        engine.arrive(tree, arrival, watermark(), tally, this);
      }
      close(tree);
    }

    private void expire(long watermark) {
      JoinTree tree = open();
      engine.expire(tree, watermark, true, true, tally, this);
      close(tree);
    }

    private JoinTree open() {
      return new JoinTree(head.root(), head.nextId(), this);
    }

    private void close(JoinTree tree) {
      if (tree.isChanged()) {
        head = new TreeHead(tree.root(), tree.nextId(), ShardTimer.Setting.NONE);
      }
    }

    @Override
    public TreeNode read(long id) {
      return Objects.requireNonNull(nodes.get(id), "node");
    }

    @Override
    public void write(long id, TreeNode node) {
      nodes.put(id, node);
    }

    @Override
    public void remove(long id) {
      assertThat(nodes.remove(id)).as("node %d", id).isNotNull();
    }

    @Override
    public void pair(Arrival row, long partnerTime, byte[] bytes, int start, int end) {
      int own = id(row.bytes(), row.end());
      int partner = id(bytes, end);
      boolean left = row.side() == JoinSide.LEFT;
      ends.add("pair " + (left ? own : partner) + "-" + (left ? partner : own));
    }

    @Override
    public void late(Arrival row, long watermark) {
      ends.add("late " + name(row.side()) + " " + id(row.bytes(), row.end()));
    }

    @Override
    public boolean emitsUnmatched(JoinSide side) {
      return true;
    }

    @Override
    public void unmatched(JoinSide side, long time, byte[] bytes, int start, int end) {
      ends.add("unmatched " + name(side) + " " + id(bytes, end));
    }

    private static String name(JoinSide side) {
      return side == JoinSide.LEFT ? "left" : "right";
    }

    private static int id(byte[] bytes, int end) {
      return ByteBuffer.wrap(bytes, end - 4, 4).getInt();
    }
  }
}
