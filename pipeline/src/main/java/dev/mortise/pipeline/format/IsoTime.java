package dev.mortise.pipeline.format;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.joda.time.Instant;

/**
 * Points in time as text: ISO-8601 in the proleptic Gregorian calendar, UTC and exactly three
 * fraction digits when written; any offset and up to nine fraction digits, of which those below the
 * millisecond are floored, when read.
 */
public final class IsoTime {
  /** The first and the last time that a row can have in Beam, in milliseconds since 1970. */
  private static final long MIN_MILLIS = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();

  private static final long MAX_MILLIS = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  private static final Pattern FORM =
      Pattern.compile(
          "([+-]\\d{4,9}|\\d{4})-(\\d\\d)-(\\d\\d)[Tt ](\\d\\d):(\\d\\d)"
              + "(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?(?:([Zz])|([+-])(\\d\\d)(?::?(\\d\\d))?)?");

  private IsoTime() {}

  /**
   * Reads a time such as {@code 2026-01-05T10:02:00Z}. A space may stand for the {@code T}, seconds
   * may be left out, the offset may not.
   *
   * @throws IllegalArgumentException whose message goes on from the words "the time"
   */
  public static Instant parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "must be ISO-8601 such as 2026-01-05T10:02:00Z, or whole milliseconds since 1970");
    }
    if (form.group(8) == null && form.group(9) == null) {
      throw new IllegalArgumentException(
          "must say its offset from UTC: write " + text + "Z if it is UTC");
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              Integer.parseInt(form.group(1)),
              number(form, 2),
              number(form, 3),
              number(form, 4),
              number(form, 5),
              number(form, 6));
      long seconds = local.toEpochSecond(offset(form));
      String fraction = form.group(7);
      long millis = fraction == null ? 0 : Long.parseLong((fraction + "00").substring(0, 3));
      return checked(Math.addExact(Math.multiplyExact(seconds, 1000L), millis));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("must be a time that exists", e);
    } catch (ArithmeticException e) {
      throw beyond(e);
    }
  }

  /**
   * The time of milliseconds since 1970.
   *
   * @throws IllegalArgumentException if Beam can't hold it
   */
  public static Instant ofMillis(long millis) {
    return checked(millis);
  }

  /** What there is to say of a time that Beam can't hold. */
  static IllegalArgumentException beyond(Throwable cause) {
    return new IllegalArgumentException(
        "must lie between "
            + format(Instant.ofEpochMilli(MIN_MILLIS))
            + " and "
            + format(Instant.ofEpochMilli(MAX_MILLIS)),
        cause);
  }

  private static Instant checked(long millis) {
    if (millis < MIN_MILLIS || millis > MAX_MILLIS) {
      throw beyond(new ArithmeticException());
    }
    return Instant.ofEpochMilli(millis);
  }

  private static int number(Matcher form, int group) {
    String digits = form.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static ZoneOffset offset(Matcher form) {
    if (form.group(9) == null) {
      return ZoneOffset.UTC;
    }
    int minutes = number(form, 11);
    if (minutes > 59) {
      throw new DateTimeException("offset");
    }
    int sign = form.group(9).equals("-") ? -1 : 1;
    return ZoneOffset.ofHoursMinutes(sign * number(form, 10), sign * minutes);
  }

  /** Writes a time, such as {@code 2026-01-05T10:02:00.000Z}; years beyond 9999 have a sign. */
  public static String format(Instant time) {
    long millis = time.getMillis();
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000L), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(24);
    int year = utc.getYear();
    if (year < 0 || year > 9999) {
      text.append(year < 0 ? '-' : '+');
    }
    padded(text, Math.abs(year), 4).append('-');
    padded(text, utc.getMonthValue(), 2).append('-');
    padded(text, utc.getDayOfMonth(), 2).append('T');
    padded(text, utc.getHour(), 2).append(':');
    padded(text, utc.getMinute(), 2).append(':');
    padded(text, utc.getSecond(), 2).append('.');
    return padded(text, Math.floorMod(millis, 1000L), 3).append('Z').toString();
  }

  private static StringBuilder padded(StringBuilder text, long number, int width) {
    String digits = Long.toString(number);
    for (int i = digits.length(); i < width; i++) {
      text.append('0');
    }
    return text.append(digits);
  }
}
