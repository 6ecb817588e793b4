package dev.mortise.pipeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinInterval;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class GapBinsTest {
  private static GapBins bins(long lower, long upper) {
    return GapBins.of(JoinInterval.between(Duration.millis(lower), Duration.millis(upper)));
  }

  @Test
  void bothEndsOfTheBoundAreInABin() {
    GapBins bins = bins(0, 24_000);

    assertThat(bins.count()).isEqualTo(24);
    assertThat(bins.indexOf(0)).isZero();
    assertThat(bins.indexOf(999)).isZero();
    assertThat(bins.indexOf(1_000)).isEqualTo(1);
    assertThat(bins.indexOf(24_000)).isEqualTo(23);
  }

  @Test
  void gapsThatTheBoundExcludesAreInNone() {
    GapBins bins = bins(0, 24_000);

    assertThat(bins.indexOf(-1)).isEqualTo(-1);
    assertThat(bins.indexOf(24_001)).isEqualTo(24);
  }

  @Test
  void negativeBoundsAreBinnedFromTheirLowerEnd() {
    GapBins bins = bins(-5_000, -2_600);

    assertThat(bins.start(0)).isEqualTo(-5_000);
    assertThat(bins.indexOf(-5_000)).isZero();
    assertThat(bins.indexOf(-2_600)).isEqualTo(bins.count() - 1);
  }

  @Test
  void aBoundWithoutWidthHasOneBin() {
    GapBins bins = bins(7, 7);

    assertThat(bins.count()).isOne();
    assertThat(bins.indexOf(7)).isZero();
    assertThat(bins.indexOf(8)).isOne();
    assertThat(bins.indexOf(6)).isEqualTo(-1);
  }
}
