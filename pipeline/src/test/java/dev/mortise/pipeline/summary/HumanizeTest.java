package dev.mortise.pipeline.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HumanizeTest {
  @Test
  void countsHaveSeparators() {
    assertThat(Humanize.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Humanize.count(-1_000)).isEqualTo("-1,000");
  }

  @Test
  void ratesHaveOneDigit() {
    assertThat(Humanize.rate(OptionalDouble.of(0.75))).isEqualTo("75.0%");
    assertThat(Humanize.rate(OptionalDouble.empty())).isEqualTo("-");
  }

  @Test
  void elapsedTimeIsAsFineAsAReaderCaresFor() {
    assertThat(Humanize.elapsed(Duration.ofMillis(2_940))).isEqualTo("2.9s");
    assertThat(Humanize.elapsed(Duration.ofMillis(90_499))).isEqualTo("1m30s");
    assertThat(Humanize.elapsed(Duration.ofHours(2))).isEqualTo("2h");
  }

  @Test
  void gapsAreAsFineAsAReaderCaresFor() {
    assertThat(Humanize.millis(0)).isEqualTo("0s");
    assertThat(Humanize.millis(-1)).isEqualTo("-1ms");
    assertThat(Humanize.millis(9_999)).isEqualTo("9s999ms");
    assertThat(Humanize.millis(30_000)).isEqualTo("30s");
    assertThat(Humanize.millis(55_168)).isEqualTo("55.2s");
    assertThat(Humanize.millis(120_000)).isEqualTo("2m");
    assertThat(Humanize.millis(-431_104)).isEqualTo("-7m11s");
    assertThat(Humanize.millis(90_000_000)).isEqualTo("1d1h");
    assertThat(Humanize.millis(90_031_000)).isEqualTo("1d1h1m");
  }
}
