package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.List;

/**
 * The join of a case. Its inputs are called {@code left} and {@code right}, and have the fields of
 * {@link StreamRow}.
 *
 * @param type whose unmatched rows are emitted
 * @param lower the bound's lower end, in milliseconds of right time minus left time
 * @param upper its upper end
 * @param excluded which ends do not belong to the bound
 * @param lateness allowed lateness in milliseconds
 * @param divert whether rows behind the watermark go to {@code late} without probing
 * @param keyFields {@code k}, or {@code k} and {@code n}
 */
public record JoinSetting(
    JoinType type,
    long lower,
    long upper,
    Excluded excluded,
    long lateness,
    boolean divert,
    List<String> keyFields) {

  /** The ends that a bound leaves out. */
  public enum Excluded {
    none,
    lower,
    upper,
    both
  }

  /** A join by {@code k} with both ends in the bound, no lateness and {@code late: join}. */
  public static JoinSetting of(JoinType type, long lower, long upper) {
    return new JoinSetting(type, lower, upper, Excluded.none, 0, false, List.of("k"));
  }

  /** Whether rows of these times match, if their keys do. */
  public boolean matches(long leftTime, long rightTime) {
    long gap = rightTime - leftTime;
    return gap >= first() && gap <= last();
  }

  /** The least gap that belongs to the bound. */
  long first() {
    return excluded == Excluded.lower || excluded == Excluded.both ? lower + 1 : lower;
  }

  /** The greatest gap that belongs to the bound. */
  long last() {
    return excluded == Excluded.upper || excluded == Excluded.both ? upper - 1 : upper;
  }

  /** The last watermark at which a row still waits. */
  public long expiry(JoinSide side, long time) {
    return time + (side == JoinSide.LEFT ? last() : -first()) + lateness;
  }

  /** The same join with its sides swapped. */
  public JoinSetting mirrored() {
    return new JoinSetting(
        switch (type) {
          case LEFT -> JoinType.RIGHT;
          case RIGHT -> JoinType.LEFT;
          case INNER, FULL -> type;
        },
        -upper,
        -lower,
        switch (excluded) {
          case lower -> Excluded.upper;
          case upper -> Excluded.lower;
          case none, both -> excluded;
        },
        lateness,
        divert,
        keyFields);
  }
}
