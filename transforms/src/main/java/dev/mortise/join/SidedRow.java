package dev.mortise.join;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row that says which input it belongs to, where both inputs come in one collection.
 *
 * @param <L> left row
 * @param <R> right row
 * @param side which input the row belongs to
 * @param left the row, if it is a left one; otherwise null
 * @param right the row, if it is a right one; otherwise null
 */
public record SidedRow<L, R>(JoinSide side, @Nullable L left, @Nullable R right) {
  public SidedRow {
    Objects.requireNonNull(side, "side");
    if (side == JoinSide.LEFT ? right != null : left != null) {
      throw new IllegalArgumentException(
          "SidedRow: there must be no row of the other side, but there is one beside a "
              + side
              + " row.");
    }
  }

  /** A row of the left input. */
  public static <L, R> SidedRow<L, R> left(L row) {
    return new SidedRow<>(JoinSide.LEFT, row, null);
  }

  /** A row of the right input. */
  public static <L, R> SidedRow<L, R> right(R row) {
    return new SidedRow<>(JoinSide.RIGHT, null, row);
  }
}
