package dev.mortise.pipeline.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {

  @ParameterizedTest
  @CsvSource({
    "2026-01-05T10:02:00Z, 2026-01-05T10:02:00.000Z",
    "2026-01-05 10:02:00Z, 2026-01-05T10:02:00.000Z",
    "2026-01-05T10:02Z, 2026-01-05T10:02:00.000Z",
    "2026-01-05T10:02:00.1Z, 2026-01-05T10:02:00.100Z",
    "2026-01-05T10:02:00.123999999Z, 2026-01-05T10:02:00.123Z",
    "'2026-01-05T10:02:00,5Z', 2026-01-05T10:02:00.500Z",
    "2026-01-05T10:02:00+02:00, 2026-01-05T08:02:00.000Z",
    "2026-01-05T10:02:00-0530, 2026-01-05T15:32:00.000Z",
    "2026-01-05T10:02:00+02, 2026-01-05T08:02:00.000Z",
    "1969-12-31T23:59:59.9999Z, 1969-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z",
    "+10000-01-01T00:00:00Z, +10000-01-01T00:00:00.000Z",
    "-0044-03-15T12:00:00Z, -0044-03-15T12:00:00.000Z",
    "2024-02-29T00:00:00Z, 2024-02-29T00:00:00.000Z"
  })
  void readsAndWrites(String text, String written) {
    assertThat(IsoTime.format(IsoTime.parse(text))).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-01-05",
        "10:02:00Z",
        "05.01.2026 10:02",
        "2026-1-5T10:02:00Z",
        "2026-01-05T10:02:00 Z",
        "1767607320000",
        "12345-01-01T00:00:00Z"
      })
  void refusesWhatIsNoIsoTime(String text) {
    assertThatThrownBy(() -> IsoTime.parse(text)).hasMessageContaining("ISO-8601");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-05T24:00:00Z",
        "2026-01-05T10:02:60Z", "2026-01-05T10:02:00+19:00", "2026-01-05T10:02:00+02:75"
      })
  void refusesTimesThatDoNotExist(String text) {
    assertThatThrownBy(() -> IsoTime.parse(text)).hasMessage("must be a time that exists");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-01-05T10:02:00", "2026-01-05 10:02"})
  void asksForTheOffset(String text) {
    assertThatThrownBy(() -> IsoTime.parse(text))
        .hasMessage("must say its offset from UTC: write " + text + "Z if it is UTC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+300000-01-01T00:00:00Z",
        "-300000-01-01T00:00:00Z",
        "+999999999-01-01T00:00:00Z"
      })
  void refusesTimesThatBeamCannotHold(String text) {
    assertThatThrownBy(() -> IsoTime.parse(text))
        .hasMessage("must lie between -290308-12-21T19:59:05.225Z and +294247-01-09T04:00:54.775Z");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -999, 1767607320000L, -62135596800000L, -62135596800001L})
  void readsWhatItWrites(long millis) {
    Instant time = Instant.ofEpochMilli(millis);
    assertThat(IsoTime.parse(IsoTime.format(time))).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesTheEndsOfTime(boolean end) {
    Instant time = end ? BoundedWindow.TIMESTAMP_MAX_VALUE : BoundedWindow.TIMESTAMP_MIN_VALUE;
    assertThat(IsoTime.format(time))
        .isEqualTo(end ? "+294247-01-10T04:00:54.775Z" : "-290308-12-21T19:59:05.225Z");
  }
}
