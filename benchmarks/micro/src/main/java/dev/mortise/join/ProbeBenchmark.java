package dev.mortise.join;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.joda.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a row costs when its key has few or many rows buffered and ten of them lie in the bound,
 * anywhere in the buffer. The number of nodes read hardly grows (a test holds that); what does grow
 * is the time to fetch them from memory, once the buffer is larger than the caches.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ProbeBenchmark {
  private static final int IN_BOUND = 10;
  private static final byte[] KEY = "campaign-17".getBytes(StandardCharsets.UTF_8);

  /** Rows buffered for the key, one a millisecond. */
  @Param({"100", "1000", "10000", "100000"})
  public int buffered;

  private final Map<Long, TreeNode> nodes = new HashMap<>();
  private final Random random = new Random(1);
  private final byte[] body = RowBody.of(KEY, new byte[64]);
  private final int slot = KeyHash.slot(KeyHash.of(KEY, 0, KEY.length));
  private final JoinTally tally = new JoinTally();
  private final JoinEngine engine =
      new JoinEngine(
          JoinInterval.between(Duration.ZERO, Duration.millis(IN_BOUND - 1)), Long.MAX_VALUE / 4);
  private final BodyBuffer buffer = new BodyBuffer();
  private JoinTree tree;

  private Arrival arrival(JoinSide side, long time) {
    RowBatch.Writer writer = new RowBatch.Writer();
    writer.add(side, time, buffer);
    Arrival row = writer.take().rows();
    row.next();
    return row;
  }

  @Setup(Level.Trial)
  public void fill() {
    buffer.write(body, 0, body.length);
    tree =
        new JoinTree(
            TreeLeaf.EMPTY,
            0,
            new JoinTree.Nodes() {
              @Override
              public TreeNode read(long id) {
                return nodes.get(id);
              }

              @Override
              public void write(long id, TreeNode node) {
                nodes.put(id, node);
              }

              @Override
              public void remove(long id) {
                nodes.remove(id);
              }
            });
    for (int time = 0; time < buffered; time++) {
      tree.insert(slot, true, arrival(JoinSide.RIGHT, time));
    }
  }

  /**
   * A row's whole way: it looks for partners, ten rows are read for as many pairs, it waits, it
   * expires.
   */
  @Benchmark
  public void row(Blackhole pairs) {
    long time = random.nextInt(buffered - IN_BOUND);
    engine.arrive(tree, arrival(JoinSide.LEFT, time), Long.MIN_VALUE / 4, tally, new Reader(pairs));
    // Not by the engine's rules: they would take the partners away as well.
    expire(time + 1, Long.MIN_VALUE);
  }

  /** Reads the rows of a pair, as any coder would. */
  private record Reader(Blackhole pairs) implements JoinEngine.Output {
    @Override
    public void pair(Arrival row, long partnerTime, byte[] bytes, int start, int end) {
      pairs.consume(Arrays.copyOfRange(bytes, RowBody.keyEnd(bytes, start), end));
    }

    @Override
    public void late(Arrival row, long watermark) {
      throw new IllegalStateException("No row is late here.");
    }

    @Override
    public boolean emitsUnmatched(JoinSide side) {
      return true;
    }

    @Override
    public void unmatched(JoinSide side, long time, byte[] bytes, int start, int end) {
      throw new IllegalStateException("Every row has partners here.");
    }
  }

  /** The search alone: finds the ten partners, without reading them. */
  @Benchmark
  public void probe(Blackhole found) {
    long from = random.nextInt(buffered - IN_BOUND);
    tree.probe(
        slot,
        JoinSide.RIGHT,
        from,
        from + IN_BOUND - 1,
        new JoinTree.Probe() {
          @Override
          public boolean hasKey(byte[] bytes, int start) {
            return RowBody.sameKey(body, 0, bytes, start);
          }

          @Override
          public boolean visit(long time, boolean matched, byte[] bytes, int start, int end) {
            found.consume(start);
            return true;
          }
        });
  }

  /** A row that comes and a row that goes, at the buffer's ends. */
  @Benchmark
  public void insertAndExpire() {
    long first = tree.minTime(JoinSide.RIGHT);
    tree.insert(slot, true, arrival(JoinSide.RIGHT, first + buffered));
    expire(Long.MIN_VALUE, first + 1);
  }

  private void expire(long leftBefore, long rightBefore) {
    JoinTree.Expiry expiry = new JoinTree.Expiry();
    expiry.set(JoinSide.LEFT, leftBefore, true);
    expiry.set(JoinSide.RIGHT, rightBefore, true);
    tree.expire(expiry, (side, time, matched, bytes, start, end) -> {});
  }
}
