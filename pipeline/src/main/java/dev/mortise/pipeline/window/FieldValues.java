package dev.mortise.pipeline.window;

import dev.mortise.pipeline.format.Decimals;
import dev.mortise.pipeline.spec.FieldRef;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;
import org.jspecify.annotations.Nullable;

/** Takes values out of rows. */
final class FieldValues {
  private FieldValues() {}

  /** The value in its one form: equal values are the same to a group, a sketch and an output. */
  static @Nullable Object of(FieldRef ref, WindowRow row) {
    return canonical(
        switch (ref.origin()) {
          case LEFT -> field(row.left(), ref);
          case RIGHT -> field(row.right(), ref);
          case KEY -> row.key() == null ? null : row.key().getValue(0);
          case GAP -> row.gapMillis();
          case SIDE -> row.side() == null ? null : row.side().name().toLowerCase(Locale.ROOT);
          case REASON -> row.reason() == null ? null : row.reason().name().toLowerCase(Locale.ROOT);
        });
  }

  private static @Nullable Object field(@Nullable Row row, FieldRef ref) {
    return row == null ? null : row.getValue(ref.field());
  }

  private static @Nullable Object canonical(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return Decimals.canonical(decimal);
    }
    if (value instanceof Double number) {
      // What is no number can neither be summed up nor compared.
      return Double.isFinite(number) ? number + 0.0 : null;
    }
    return value instanceof ReadableInstant time ? time.toInstant() : value;
  }
}
