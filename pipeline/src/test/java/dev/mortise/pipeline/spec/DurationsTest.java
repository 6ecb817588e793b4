package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.join.JoinInterval;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.joda.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
  private static final long LONGEST = 315_576_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "500ms, 500",
    "30s, 30000",
    "10m, 600000",
    "2h, 7200000",
    "1d, 86400000",
    "0s, 0",
    "-0ms, 0",
    "1h30m, 5400000",
    "1d2h3m4s5ms, 93784005",
    "-5m, -300000",
    "-1h30m, -5400000",
    "007s, 7000",
    "PT30M, 1800000",
    "P1D, 86400000",
    "PT0.5S, 500",
    "-PT5M, -300000",
    "PT-5M, -300000",
    "P1DT2H, 93600000",
    "pt1s, 1000",
    "1m500ms, 60500",
    "3652500d, 315576000000000",
  })
  void readsDurations(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.millis(millis));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "30             | \"30\" has no unit. Write 30s, 30m or 30h.",
        "-3             | \"-3\" has no unit. Write -3s, -3m or -3h.",
        "30 minuts      | \"30 minuts\" is not a duration. Write 30m or PT30M.",
        "30 m           | \"30 m\" is not a duration. Write 30m or PT30M.",
        "2 Hours        | \"2 Hours\" is not a duration. Write 2h or PT2H.",
        "-5min          | \"-5min\" is not a duration. Write -5m or -PT5M.",
        "5 days         | \"5 days\" is not a duration. Write 5d or P5D.",
        "100 millis     | \"100 millis\" is not a duration. Write 100ms.",
        "2 months       | \"2 months\" is not a duration. Write one such as",
        "soon           | \"soon\" is not a duration. Write one such as 500ms, 30s, 10m, 2h, 1d or PT30M.",
        "`-`            | \"-\" is not a duration. Write one such as",
        "30m1h          | \"30m1h\" is not a duration. Write one such as",
        "1h1h           | \"1h1h\" is not a duration. Write one such as",
        "1.5h           | \"1.5h\" is not a duration. Write one such as",
        "--5m           | \"--5m\" is not a duration. Write one such as",
        "P1M            | \"P1M\" counts years, months or weeks",
        "P2W            | \"P2W\" counts years, months or weeks",
        "PT0.0001S      | \"PT0.0001S\" is finer than a millisecond.",
        "3652501d       | \"3652501d\" is longer than 10,000 years",
        "-3652500d1ms   | \"-3652500d1ms\" is longer than 10,000 years",
        "99999999999999999999d | \"99999999999999999999d\" is longer than 10,000 years",
        "PT9223372036854775807S | \"PT9223372036854775807S\" is longer than 10,000 years",
        "PT99999999999999999999S | \"PT99999999999999999999S\" is not a duration.",
        "٣m             | \"٣m\" is not a duration.",
      })
  void refusesOtherTexts(String text, String beginning) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(beginning);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "1000, 1s",
    "60000, 1m",
    "5400000, 1h30m",
    "-300000, -5m",
    "93784005, 1d2h3m4s5ms",
    "-9223372036854775808, -106751991167d7h12m55s808ms",
  })
  void formats(long millis, String text) {
    assertThat(Durations.format(Duration.millis(millis))).isEqualTo(text);
  }

  @Property
  void readsWhatItFormats(@ForAll @LongRange(min = -LONGEST, max = LONGEST) long millis) {
    Duration duration = Duration.millis(millis);

    assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
  }

  @Property
  void readsIsoAsJavaDoes(@ForAll @LongRange(min = -LONGEST, max = LONGEST) long millis) {
    String iso = java.time.Duration.ofMillis(millis).toString();

    assertThat(Durations.parse(iso)).isEqualTo(Duration.millis(millis));
  }

  @Property
  void readsOrRefusesAnyText(@ForAll("texts") String text) {
    try {
      Duration read = Durations.parse(text);
      assertThat(read.abs()).isLessThanOrEqualTo(JoinInterval.MAX_BOUND);
    } catch (UserMistake e) {
      assertThat(e.text()).startsWith("\"").endsWith(".").doesNotContain("\n");
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(12),
        Arbitraries.strings().withChars("-0159dhms PTDHMS.").ofMaxLength(12));
  }
}
