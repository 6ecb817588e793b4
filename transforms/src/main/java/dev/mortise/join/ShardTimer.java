package dev.mortise.join;

/**
 * When a shard's timer must fire, and how far it holds the output watermark back. All times are
 * event time in milliseconds.
 *
 * <p>A row whose side emits what did not match leaves as soon as the watermark has passed its
 * expiry. Of the other side nothing is to be seen: probes pass expired rows by. So those may wait a
 * little, until a good part of the side can be swept at once: up to a {@value #SWEEPS}th of the
 * time that a row is kept (or of a quarter of the time that a row of the other side is kept, if
 * that is longer), at another moment in every shard.
 */
final class ShardTimer {
  /** Sweeps within the time that a row is kept, for a side whose unmatched rows are not emitted. */
  static final int SWEEPS = 16;

  /**
   * A side that is kept for a moment only would be swept with every watermark. What it has in state
   * is little beside the other side, so it is kept as if for this part of the other's time.
   */
  private static final int OTHERS_SHARE = 4;

  /** Spreads shards that lie side by side over the time between two sweeps. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final JoinType type;
  private final JoinEngine engine;
  private final long lastTime;

  /**
   * Times the shards of a join.
   *
   * @param lastTime the latest time that a timer can be set for
   */
  ShardTimer(JoinType type, JoinEngine engine, long lastTime) {
    this.type = type;
    this.engine = engine;
    this.lastTime = lastTime;
  }

  /**
   * How a timer is set.
   *
   * @param fires event time after which it fires
   * @param hold event time that the output watermark does not pass before; at most {@code fires}
   */
  record Setting(long fires, long hold) {
    static final Setting NONE = new Setting(TreeNode.NONE, TreeNode.NONE);
  }

  /** The watermark behind which a row must be gone, at the latest. */
  private long sweep(int shard, JoinSide side, long time) {
    long expiry = engine.expiry(side, time);
    long step =
        Math.max(engine.retention(side), engine.retention(side.other()) / OTHERS_SHARE) / SWEEPS;
    if (type.emitsUnmatched(side) || step <= 1) {
      return expiry;
    }
    long phase = Math.floorMod(shard * SPREAD, step);
    return Math.min(lastTime, Math.floorDiv(expiry - phase + step - 1, step) * step + phase);
  }

  /** Whether rows of {@code side} must go now, given the time of the earliest one. */
  boolean isDue(int shard, JoinSide side, long earliest, long watermark) {
    return earliest != TreeNode.NONE && sweep(shard, side, earliest) < watermark;
  }

  /**
   * The setting that waits for one row more.
   *
   * <p>Where its unmatched rows are emitted, a row's own time holds the output watermark. Where
   * they are not, the timer holds it at the time when it fires, which delays nothing. Without any
   * hold, Flink's runner lets the output watermark go to the end of time, and clears all state,
   * while timers are still to fire: rows would never be counted.
   */
  Setting with(Setting before, int shard, JoinSide side, long time) {
    long fires = Math.min(before.fires, sweep(shard, side, time));
    long hold = Math.min(before.hold, type.emitsUnmatched(side) ? Math.min(time, fires) : fires);
    return fires == before.fires && hold == before.hold ? before : new Setting(fires, hold);
  }

  /** The setting for a shard whose earliest rows have the given times. */
  Setting of(int shard, long earliestLeft, long earliestRight) {
    Setting setting = Setting.NONE;
    if (earliestLeft != TreeNode.NONE) {
      setting = with(setting, shard, JoinSide.LEFT, earliestLeft);
    }
    return earliestRight == TreeNode.NONE
        ? setting
        : with(setting, shard, JoinSide.RIGHT, earliestRight);
  }
}
