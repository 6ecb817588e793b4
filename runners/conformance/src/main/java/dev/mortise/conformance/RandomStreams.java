package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Two random streams and a join of them in which no row is late: keys of skewed frequency, some of
 * them null, several rows with the same time, and disorder of a known bound.
 *
 * @param seed what they were made from: the same seed makes the same streams
 * @param join the join: its bound comes from the seed too
 * @param left left rows in order of arrival
 * @param right right rows in order of arrival
 * @param disorder no row has a time that is further behind the greatest one before it on its side,
 *     in milliseconds
 */
public record RandomStreams(
    long seed, JoinSetting join, List<StreamRow> left, List<StreamRow> right, long disorder) {

  /** Mean distance of the event times of a side's rows that follow each other. */
  private static final int STEP = 10;

  private static final long START = 1_767_600_000_000L;

  /**
   * Streams of {@code rows} rows a side, with about as many pairs, joined by {@code type}. The
   * bound comes from the seed too.
   */
  public static RandomStreams of(long seed, int rows, JoinType type) {
    Random random = new Random(seed);
    int keys = Math.max(1, rows / 20);
    int width = Math.max(1, rows * STEP / 40);
    long lower = random.nextInt(3 * width) - 2L * width;
    long upper = lower + width;
    int disorder = 1 + random.nextInt(50 * STEP);
    return new RandomStreams(
        seed,
        JoinSetting.of(type, lower, upper),
        side(JoinSide.LEFT, 0, rows, keys, disorder, random),
        side(JoinSide.RIGHT, rows, rows, keys, disorder, random),
        disorder);
  }

  private static List<StreamRow> side(
      JoinSide side, int firstId, int rows, int keys, int disorder, Random random) {
    List<StreamRow> stream = new ArrayList<>(rows);
    long now = START;
    for (int i = 0; i < rows; i++) {
      now += random.nextInt(2 * STEP + 1);
      long time = now - (random.nextInt(3) == 0 ? random.nextInt(disorder + 1) : 0);
      stream.add(new StreamRow(side, firstId + i, key(keys, random), (long) i % 7, time));
    }
    return stream;
  }

  /** Low numbers are frequent; one row in a hundred has no key. */
  private static @Nullable String key(int keys, Random random) {
    double draw = random.nextDouble();
    return random.nextInt(100) == 0 ? null : "k" + (int) (keys * draw * draw);
  }

  /**
   * How far a watermark must stay behind the rows of an input so that none is late: by the
   * disorder, and by the time that a row expires ahead of its own.
   */
  public long watermarkDelay() {
    long early = Math.max(0, Math.max(join.first(), -join.last()));
    return disorder + early;
  }

  /** What should come out. */
  public Answer answer() {
    return BatchOracle.answer(join, left, right);
  }
}
