package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class JoinIntervalTest {
  private static final JoinInterval AROUND =
      JoinInterval.between(Duration.standardMinutes(-5), Duration.standardMinutes(30));

  @Test
  void retention_isTheWayToTheLastPossiblePartner_plusLateness() {
    JoinInterval interval = AROUND.withAllowedLateness(Duration.standardMinutes(1));
    assertThat(interval.retention(JoinSide.LEFT)).isEqualTo(Duration.standardMinutes(31));
    assertThat(interval.retention(JoinSide.RIGHT)).isEqualTo(Duration.standardMinutes(6));
  }

  @Test
  void retention_isNegative_wherePartnersOnlyLieInThePast() {
    JoinInterval before =
        JoinInterval.between(Duration.standardMinutes(-9), Duration.standardMinutes(-2));
    assertThat(before.retention(JoinSide.LEFT)).isEqualTo(Duration.standardMinutes(-2));
    assertThat(before.retention(JoinSide.RIGHT)).isEqualTo(Duration.standardMinutes(9));
  }

  @Test
  void exclusiveEnds_areOneMillisecondFurtherIn() {
    JoinInterval inner = AROUND.exclusiveLower().exclusiveUpper();
    assertThat(inner.lower()).isEqualTo(AROUND.lower().plus(Duration.millis(1)));
    assertThat(inner.upper()).isEqualTo(AROUND.upper().minus(Duration.millis(1)));
  }

  @Test
  void mirrored_swapsAndNegatesTheEnds_andTwiceIsTheSame() {
    assertThat(AROUND.mirrored())
        .isEqualTo(JoinInterval.between(Duration.standardMinutes(-30), Duration.standardMinutes(5)))
        .isNotEqualTo(AROUND);
    assertThat(AROUND.mirrored().mirrored()).isEqualTo(AROUND).hasSameHashCodeAs(AROUND);
  }

  @Test
  void settings_areIndependentOfTheirOrder() {
    Duration lateness = Duration.standardSeconds(9);
    assertThat(AROUND.withAllowedLateness(lateness).withLateRows(LateRows.DIVERT).exclusiveLower())
        .isEqualTo(
            AROUND.exclusiveLower().withLateRows(LateRows.DIVERT).withAllowedLateness(lateness));
  }

  @Test
  void boundsThatNoClockHas_areRefused() {
    Duration tooLong = JoinInterval.MAX_BOUND.plus(Duration.millis(1));
    assertThatThrownBy(() -> JoinInterval.between(Duration.ZERO, tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("upper must be at most 10,000 years long");
    assertThatThrownBy(() -> JoinInterval.between(Duration.millis(Long.MIN_VALUE), Duration.ZERO))
        .hasMessageContaining("lower must be at most 10,000 years long");
  }

  @Test
  void displayData_showsEverySetting() {
    DisplayData data =
        DisplayData.from(
            IntervalJoin.<String, String, String>leftOuter(
                    AROUND.withAllowedLateness(Duration.standardSeconds(7)))
                .withShards(99));
    assertThat(data.items())
        .extracting(DisplayData.Item::getKey)
        .contains("type", "lower", "upper", "allowedLateness", "lateRows", "shards");
  }
}
