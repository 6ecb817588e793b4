package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate of a window.
 *
 * @param name what its value is called in the output
 * @param function what is computed
 * @param field what it is computed of; null only to count rows
 * @param percents the quantiles that are asked for, in percent; empty for other functions
 */
public record AggregateSpec(
    String name, Function function, @Nullable FieldRef field, List<BigDecimal> percents)
    implements Serializable {

  public AggregateSpec {
    percents = List.copyOf(percents);
  }

  /** What can be computed of the rows of a window. */
  public enum Function {
    COUNT,
    SUM,
    MIN,
    MAX,
    AVG,
    COUNT_DISTINCT,
    FIRST,
    LAST,
    /** One quantile, as a value. */
    QUANTILE,
    /** Several quantiles, as an object. */
    QUANTILES
  }

  /** What a quantile is called: {@code p99.9}. */
  public static String quantileName(BigDecimal percent) {
    return "p" + percent.stripTrailingZeros().toPlainString();
  }

  /** The aggregate in the spec's words: {@code sum of left.amount}. */
  public String inWords() {
    if (field == null) {
      return "count";
    }
    String what =
        switch (function) {
          case QUANTILE, QUANTILES ->
              String.join(", ", percents.stream().map(AggregateSpec::quantileName).toList());
          default -> function.name().toLowerCase(Locale.ROOT);
        };
    return what + " of " + field.written();
  }
}
