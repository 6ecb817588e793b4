package dev.mortise.pipeline.format;

import java.math.BigDecimal;

/** Decimals in one form. */
public final class Decimals {
  /** Beyond this many digits before the point, a decimal is written with an exponent. */
  private static final int PLAIN_DIGITS = 40;

  private Decimals() {}

  /** 1.0 and 1.00 are one value; 100 is 100 and not 1E+2, because it is written out again. */
  public static BigDecimal canonical(BigDecimal decimal) {
    BigDecimal stripped = decimal.stripTrailingZeros();
    return stripped.scale() < 0 && stripped.precision() - stripped.scale() <= PLAIN_DIGITS
        ? stripped.setScale(0)
        : stripped;
  }
}
