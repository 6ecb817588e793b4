package dev.mortise.join;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
 * What a row costs when its key has few or many rows buffered and ten of them lie in the bound.
 * Twice the cost from 100 to 100,000 rows is the most that may be.
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
  private JoinTree tree;

  @Setup(Level.Trial)
  public void fill() {
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
      tree.insert(slot, JoinSide.RIGHT, time, true, RowBody.of(KEY, new byte[64]));
    }
  }

  /** Finds the ten partners of a row anywhere in the buffer. */
  @Benchmark
  public void probe(Blackhole found) {
    long from = random.nextInt(buffered - IN_BOUND);
    tree.probe(
        slot,
        JoinSide.RIGHT,
        from,
        from + IN_BOUND - 1,
        (time, matched, partner) -> {
          if (RowBody.sameKey(body, partner)) {
            found.consume(partner);
          }
          return true;
        });
  }

  /** A row that comes and a row that goes, at the buffer's ends. */
  @Benchmark
  public void insertAndExpire() {
    long first = tree.minTime(JoinSide.RIGHT);
    tree.insert(slot, JoinSide.RIGHT, first + buffered, true, body);
    tree.expire(JoinSide.RIGHT, first + 1, (time, matched, gone) -> {});
  }
}
