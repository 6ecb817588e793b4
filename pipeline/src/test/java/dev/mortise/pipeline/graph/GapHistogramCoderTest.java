package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;

class GapHistogramCoderTest {
  private static final String GOLDEN =
      "013f03fbffffffffffffffff01ac02fbffffffffffffffff01010502ac0201";

  @Test
  void writesTheBytesThatEarlierVersionsWrote() throws IOException {
    GapHistogram gaps = new GapHistogram();
    gaps.add(300);
    gaps.add(-5);
    gaps.add(0);
    gaps.add(0);

    assertThat(HexFormat.of().formatHex(CoderUtils.encodeToByteArray(GapHistogramCoder.of(), gaps)))
        .isEqualTo(GOLDEN);
  }

  @Test
  void readsTheBytesThatEarlierVersionsWrote() throws IOException {
    GapHistogram gaps =
        CoderUtils.decodeFromByteArray(GapHistogramCoder.of(), HexFormat.of().parseHex(GOLDEN));

    assertThat(gaps.min()).isEqualTo(-5);
    assertThat(gaps.max()).isEqualTo(300);
    assertThat(gaps.quantile(0.5)).isZero();
  }

  @Test
  void keepsWhatWasRounded() throws IOException {
    GapHistogram gaps = new GapHistogram();
    for (long i = -50_000; i < 50_000; i++) {
      gaps.add(i * i * i);
    }
    GapHistogram back = CoderUtils.clone(GapHistogramCoder.of(), gaps);

    assertThat(GapHistogramTest.counts(back)).isEqualTo(GapHistogramTest.counts(gaps));
    assertThat(back.digits()).isEqualTo(gaps.digits());
  }

  @Test
  void refusesAnotherVersion() {
    assertThatThrownBy(
            () ->
                CoderUtils.decodeFromByteArray(
                    GapHistogramCoder.of(), HexFormat.of().parseHex("02")))
        .hasMessageContaining("the version must be 1, but is 2");
  }
}
