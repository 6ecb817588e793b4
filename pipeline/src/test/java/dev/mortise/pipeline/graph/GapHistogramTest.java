package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GapHistogramTest {
  private static final long YEARS = 1_000L * 365 * 24 * 3_600_000L;

  @Test
  void quantilesAreTheNearestRank_whenThereAreFewValues() {
    GapHistogram gaps = of(List.of(120_000L, 60_000L, 1_440_000L));

    assertThat(gaps.quantile(0.5)).isEqualTo(120_000);
    assertThat(gaps.quantile(0.9)).isEqualTo(1_440_000);
    assertThat(gaps.quantile(0.99)).isEqualTo(1_440_000);
    assertThat(gaps.min()).isEqualTo(60_000);
    assertThat(gaps.max()).isEqualTo(1_440_000);
  }

  @Test
  void takesNegativeValuesAndZero() {
    GapHistogram gaps = of(List.of(-5L, 0L, -7L, 3L));

    assertThat(gaps.quantile(0)).isEqualTo(-7);
    assertThat(gaps.quantile(0.5)).isEqualTo(-5);
    assertThat(gaps.quantile(0.75)).isZero();
    assertThat(gaps.quantile(1)).isEqualTo(3);
  }

  @Test
  void staysExact_upToItsNumberOfBuckets() {
    GapHistogram gaps = new GapHistogram();
    for (long i = 0; i < GapHistogram.MOST_EXACT; i++) {
      gaps.add(i * 1_000_003);
    }

    assertThat(gaps.digits()).isEqualTo(GapHistogram.EXACT_DIGITS);
    assertThat(gaps.quantile(0.5)).isEqualTo((GapHistogram.MOST_EXACT / 2 - 1) * 1_000_003L);
  }

  @Test
  void staysWithinOnePercent_whenAMillionGapsSpanMonths() {
    Random random = new Random(20260105);
    List<Long> values = new ArrayList<>();
    GapHistogram gaps = new GapHistogram();
    for (int i = 0; i < 1_000_000; i++) {
      long value = (long) Math.exp(random.nextDouble() * Math.log(1e10));
      values.add(value);
      gaps.add(value);
    }
    Collections.sort(values);

    assertThat(gaps.digits()).isEqualTo(GapHistogram.ROUNDED_DIGITS);
    for (double q : new double[] {0.01, 0.5, 0.9, 0.99}) {
      long exact = values.get((int) Math.ceil(q * values.size()) - 1);
      assertThat(gaps.quantile(q)).isCloseTo(exact, within(exact / 100));
    }
  }

  @Property(tries = 50)
  void orderAndMergingMakeNoDifference(
      @ForAll @Size(min = 3_000, max = 6_000)
          List<@LongRange(min = -YEARS, max = YEARS) Long> values,
      @ForAll Random random) {
    GapHistogram inOrder = of(values);
    List<Long> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);
    int cut = random.nextInt(shuffled.size());
    GapHistogram merged = of(shuffled.subList(0, cut));
    merged.addAll(of(shuffled.subList(cut, shuffled.size())));

    assertThat(counts(merged)).isEqualTo(counts(inOrder));
    assertThat(merged.digits()).isEqualTo(inOrder.digits());
    assertThat(merged.min()).isEqualTo(inOrder.min());
    assertThat(merged.max()).isEqualTo(inOrder.max());
  }

  @Test
  void aCopyIsItsOwn() {
    GapHistogram gaps = of(List.of(1L));
    GapHistogram copy = gaps.copy();
    copy.add(2);

    assertThat(counts(gaps)).containsOnlyKeys(1L);
    assertThat(gaps.max()).isEqualTo(1);
  }

  @Test
  void refusesAQuantileOfNothing() {
    assertThatThrownBy(() -> new GapHistogram().quantile(0.5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("there must be values");
  }

  @Test
  void staysWithinOnePercent_ofAnyMagnitudeAndEitherSign() {
    long[] magnitudes = {0, 1, 127, 128, 129, 255, 256, 40 * YEARS, 10_000 * YEARS, Long.MAX_VALUE};
    for (long magnitude : magnitudes) {
      for (long value : new long[] {magnitude, -magnitude}) {
        GapHistogram gaps = new GapHistogram();
        gaps.round();
        gaps.add(Long.MIN_VALUE);
        gaps.add(value);
        gaps.add(Long.MAX_VALUE);

        assertThat(Math.abs((double) gaps.quantile(0.5) - value))
            .isLessThanOrEqualTo(magnitude / 100.0);
        assertThat(gaps.min()).isEqualTo(Long.MIN_VALUE);
        assertThat(gaps.max()).isEqualTo(Long.MAX_VALUE);
      }
    }
  }

  static Map<Long, Long> counts(GapHistogram gaps) {
    Map<Long, Long> counts = new LinkedHashMap<>();
    gaps.forEach(counts::put);
    return counts;
  }

  private static GapHistogram of(List<Long> values) {
    GapHistogram gaps = new GapHistogram();
    values.forEach(gaps::add);
    return gaps;
  }
}
