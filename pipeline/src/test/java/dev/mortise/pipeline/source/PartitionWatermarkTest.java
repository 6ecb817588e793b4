package dev.mortise.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Event times and the clock are milliseconds: rows around 1,000, the clock around 1,000,000. */
final class PartitionWatermarkTest {
  private static final Instant BEGINNING = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private static final Duration LAG = Duration.millis(100);
  private static final Duration IDLE = Duration.millis(5_000);

  private static PartitionWatermark from(@Nullable Duration idle, Instant watermark) {
    return new PartitionWatermark(LAG, idle, watermark, at(1_000_000));
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  @Test
  void trailsTheGreatestEventTime_andNeverGoesBack() {
    PartitionWatermark partition = from(IDLE, BEGINNING);

    partition.row(at(1_000), at(1_000_000));
    assertThat(partition.watermark()).isEqualTo(at(900));
    partition.row(at(500), at(1_000_001));
    assertThat(partition.watermark()).isEqualTo(at(900));
    partition.row(at(1_001), at(1_000_002));
    assertThat(partition.watermark()).isEqualTo(at(901));
  }

  @Test
  void hasNoWatermarkBeforeTheFirstRow_butRecordsThatAreNoRowsKeepItAwake() {
    PartitionWatermark partition = from(IDLE, BEGINNING);

    partition.noRow(at(1_004_000));
    partition.nothingWaits(at(1_008_999));

    assertThat(partition.watermark()).isEqualTo(BEGINNING);
    assertThat(partition.isIdle()).isFalse();
  }

  @Test
  void anEmptyPartition_isIdleFromTheVeryMoment_andFollowsTheClock() {
    PartitionWatermark partition = from(IDLE, BEGINNING);

    partition.nothingWaits(at(1_004_999));
    assertThat(partition.watermark()).isEqualTo(BEGINNING);
    partition.nothingWaits(at(1_005_000));
    assertThat(partition.watermark()).isEqualTo(at(1_004_900));
    assertThat(partition.isIdle()).isTrue();
    partition.nothingWaits(at(1_006_000));
    assertThat(partition.watermark()).isEqualTo(at(1_005_900));
  }

  @Test
  void whatComesAfterAnIdleSpell_movesNothingBack_andBeginsANewSpell() {
    PartitionWatermark partition = from(IDLE, BEGINNING);
    partition.nothingWaits(at(1_005_000));

    partition.row(at(2_000), at(1_005_500));

    assertThat(partition.watermark()).isEqualTo(at(1_004_900));
    assertThat(partition.isIdle()).isFalse();
    partition.nothingWaits(at(1_010_499));
    assertThat(partition.watermark()).isEqualTo(at(1_004_900));
    partition.nothingWaits(at(1_010_500));
    assertThat(partition.watermark()).isEqualTo(at(1_010_400));
  }

  @Test
  void rowsAheadOfTheClock_areNotTakenBackByIt() {
    PartitionWatermark partition = from(IDLE, BEGINNING);
    partition.row(at(2_000_000), at(1_000_000));

    partition.nothingWaits(at(1_020_000));

    assertThat(partition.watermark()).isEqualTo(at(1_999_900));
  }

  @Test
  void isNeverIdle_withoutIdleAfter() {
    PartitionWatermark partition = from(null, BEGINNING);

    partition.nothingWaits(at(Long.MAX_VALUE / 2));

    assertThat(partition.watermark()).isEqualTo(BEGINNING);
    assertThat(partition.isIdle()).isFalse();
  }

  @Test
  void goesOnFromWhereItStood() {
    PartitionWatermark partition = from(IDLE, at(700));

    partition.row(at(600), at(1_000_000));
    assertThat(partition.watermark()).isEqualTo(at(700));
    partition.row(at(900), at(1_000_000));
    assertThat(partition.watermark()).isEqualTo(at(800));
  }

  @Test
  void staysAtTheBeginning_whereTheLagReachesBeyondIt() {
    PartitionWatermark partition =
        new PartitionWatermark(
            Duration.standardDays(3_652_500), null, BEGINNING, Instant.ofEpochMilli(0));

    partition.row(BEGINNING.plus(Duration.standardDays(1)), at(0));

    assertThat(partition.watermark()).isEqualTo(BEGINNING);
  }
}
