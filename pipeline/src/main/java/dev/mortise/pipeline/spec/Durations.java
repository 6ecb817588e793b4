package dev.mortise.pipeline.spec;

import dev.mortise.join.JoinInterval;
import java.math.BigInteger;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.joda.time.Duration;

/**
 * Lengths of time as a spec writes them: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 2h},
 * {@code 1d}, several units from the greatest to the least ({@code 1h30m}), or ISO-8601 ({@code
 * PT30M}, {@code P1D}). A leading minus makes the whole negative. Which clock a length belongs to
 * is a matter of the field that holds it.
 */
public final class Durations {
  private static final String EXAMPLES = "500ms, 30s, 10m, 2h, 1d or PT30M";

  // Case matters: 1M could be a minute or a month.
  private static final Pattern UNITS =
      Pattern.compile(
          "-?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m(?!s))?(?:([0-9]+)s)?(?:([0-9]+)ms)?");
  private static final Pattern ONE_NUMBER_AND_WORD =
      Pattern.compile("(-?)([0-9]+)\\s*([A-Za-z]+)\\.?");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(?:[.,][0-9]+)?");
  private static final Pattern CALENDAR =
      Pattern.compile("-?P(?:.*[0-9]Y|[^T]*[0-9][MW]).*", Pattern.CASE_INSENSITIVE);

  private static final List<String> SUFFIXES = List.of("d", "h", "m", "s", "ms");
  private static final long[] MILLIS = {86_400_000L, 3_600_000L, 60_000L, 1_000L, 1L};
  // Numbers of any length are read; their cost is not to grow with a text given by mistake.
  private static final int LONGEST_TEXT = 200;
  private static final BigInteger LONGEST = BigInteger.valueOf(JoinInterval.MAX_BOUND.getMillis());

  private Durations() {}

  /**
   * Reads a duration, to the millisecond.
   *
   * @throws IllegalArgumentException if the text is no duration, is finer than a millisecond or is
   *     longer than 10,000 years; the message is for the user and says what to write
   */
  public static Duration parse(String text) {
    return parse(text, Quoted.of(text));
  }

  /** As {@link #parse(String)}, with {@code quoted} in messages in place of the text. */
  static Duration parse(String text, String quoted) {
    boolean shown = quoted.equals(Quoted.of(text));
    if (text.length() > LONGEST_TEXT) {
      throw new UserMistake(quoted + " is not a duration. " + example());
    }
    Matcher units = UNITS.matcher(text);
    if (units.matches() && endsInUnit(text)) {
      return ofMillis(sumOf(units, text.startsWith("-")), quoted);
    }
    if (NUMBER.matcher(text).matches()) {
      throw new UserMistake(quoted + " has no unit. " + withUnits(shown ? text : "30"));
    }
    if (CALENDAR.matcher(text).matches()) {
      throw new UserMistake(
          quoted
              + " counts years, months or weeks, which are not fixed lengths here. Write days, such"
              + " as 7d or P7D.");
    }
    try {
      java.time.Duration iso = java.time.Duration.parse(text);
      if (iso.getNano() % 1_000_000 != 0) {
        throw new UserMistake(
            quoted + " is finer than a millisecond. Write whole milliseconds, such as 1ms.");
      }
      BigInteger seconds = BigInteger.valueOf(iso.getSeconds());
      BigInteger millis = BigInteger.valueOf(iso.getNano() / 1_000_000);
      return ofMillis(seconds.multiply(BigInteger.valueOf(1000)).add(millis), quoted);
    } catch (DateTimeParseException e) {
      throw new UserMistake(
          quoted + " is not a duration. " + (shown ? suggestion(text) : example()));
    }
  }

  /**
   * Writes a duration in the spec's short form, exactly: {@code 1h30m}, {@code -5m}, {@code 0s}.
   * What {@link #parse} makes of the result is the same duration.
   */
  public static String format(Duration duration) {
    BigInteger left = BigInteger.valueOf(duration.getMillis());
    if (left.signum() == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder(left.signum() < 0 ? "-" : "");
    left = left.abs(); // A long can't hold the absolute value of its minimum.
    for (int i = 0; i < MILLIS.length; i++) {
      BigInteger[] parts = left.divideAndRemainder(BigInteger.valueOf(MILLIS[i]));
      if (parts[0].signum() > 0) {
        text.append(parts[0]).append(SUFFIXES.get(i));
      }
      left = parts[1];
    }
    return text.toString();
  }

  private static boolean endsInUnit(String text) {
    return !text.isEmpty() && Character.isLetter(text.charAt(text.length() - 1));
  }

  private static BigInteger sumOf(Matcher units, boolean negative) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < MILLIS.length; i++) {
      String count = units.group(i + 1);
      if (count != null) {
        sum = sum.add(new BigInteger(count).multiply(BigInteger.valueOf(MILLIS[i])));
      }
    }
    return negative ? sum.negate() : sum;
  }

  private static Duration ofMillis(BigInteger millis, String quoted) {
    if (millis.abs().compareTo(LONGEST) > 0) {
      throw new UserMistake(
          quoted
              + " is longer than 10,000 years, the longest a duration may be. Write a shorter"
              + " one.");
    }
    return Duration.millis(millis.longValueExact());
  }

  private static String withUnits(String number) {
    return String.format("Write %1$ss, %1$sm or %1$sh.", number);
  }

  private static String suggestion(String text) {
    Matcher close = ONE_NUMBER_AND_WORD.matcher(text.strip());
    if (!close.matches()) {
      return example();
    }
    String unit = unitLike(close.group(3).toLowerCase(Locale.ROOT));
    if (unit.isEmpty()) {
      return example();
    }
    String iso =
        switch (unit) {
          case "d" -> "P" + close.group(2) + "D";
          case "ms" -> "";
          default -> "PT" + close.group(2) + unit.toUpperCase(Locale.ROOT);
        };
    String sign = close.group(1);
    String shortForm = sign + close.group(2) + unit;
    return "Write " + shortForm + (iso.isEmpty() ? "." : " or " + sign + iso + ".");
  }

  private static String unitLike(String word) {
    if (word.equals("ms") || word.startsWith("mil")) {
      return "ms";
    }
    if (word.startsWith("mo")) { // Months.
      return "";
    }
    String first = word.substring(0, 1);
    return SUFFIXES.contains(first) ? first : "";
  }

  private static String example() {
    return "Write one such as " + EXAMPLES + ".";
  }
}
