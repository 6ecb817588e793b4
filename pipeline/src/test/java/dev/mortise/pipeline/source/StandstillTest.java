package dev.mortise.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

final class StandstillTest {
  private static final Instant BEGINNING = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final Instant TEN = Instant.parse("2026-01-05T10:00:00Z");

  private final Standstill standstill = new Standstill(Duration.standardMinutes(1));

  private static Standing standing(
      String input, int partition, Instant watermark, Instant lastRowAt, long backlog) {
    return new Standing(input, input + "-" + partition, watermark, NOON, lastRowAt, backlog, false);
  }

  private static Instant after(long seconds) {
    return NOON.plus(Duration.standardSeconds(seconds));
  }

  @Test
  void namesThePartitionThatIsFurthestBehind_onceForEachStandstill() {
    List<Standing> standings =
        List.of(
            standing("orders", 0, TEN.plus(Duration.millis(1)), NOON, 0),
            standing("orders", 3, TEN, NOON, 0),
            standing("payments", 0, TEN.plus(Duration.millis(2)), NOON, 0));

    assertThat(standstill.look(standings, NOON)).isEmpty();
    assertThat(standstill.look(standings, after(59))).isEmpty();
    assertThat(standstill.look(standings, after(120)))
        .contains(
            "orders: the watermark has stood at 2026-01-05T10:00:00.000Z for 2m: partition orders-3"
                + " has had no record. Set inputs.orders.watermark.idle_after to go on without it.");
    assertThat(standstill.look(standings, after(600))).isEmpty();
  }

  @Test
  void beginsAnew_whenTheWatermarkMoves() {
    standstill.look(List.of(standing("orders", 0, TEN, NOON, 0)), NOON);
    standstill.look(
        List.of(standing("orders", 0, TEN.plus(Duration.millis(1)), NOON, 0)), after(59));

    assertThat(
            standstill.look(
                List.of(standing("orders", 0, TEN.plus(Duration.millis(1)), NOON, 0)), after(118)))
        .isEmpty();
    assertThat(
            standstill.look(
                List.of(standing("orders", 0, TEN.plus(Duration.millis(1)), NOON, 0)), after(119)))
        .isPresent();
  }

  @Test
  void saysWhyAPartitionHoldsTheOthersBack() {
    assertThat(said(standing("orders", 0, BEGINNING, NOON, 0)))
        .isEqualTo(
            "orders: there has been no watermark for 1m: partition orders-0 has had no record. Set"
                + " inputs.orders.watermark.idle_after to go on without it.");
    assertThat(said(standing("orders", 0, TEN, NOON, -1)))
        .endsWith("is not answered for: see whether its cluster can be reached.");
    assertThat(said(standing("orders", 0, TEN, NOON, 1_200)))
        .contains("has 1,200 records waiting that can't be read");
    assertThat(said(standing("orders", 0, TEN, after(59), 1_200)))
        .endsWith("has had no row of a later event time, and 1,200 records are still waiting.");
    assertThat(said(standing("orders", 0, TEN, after(59), 0)))
        .endsWith("has had no row of a later event time.");
  }

  private static String said(Standing standing) {
    Standstill fresh = new Standstill(Duration.standardMinutes(1));
    fresh.look(List.of(standing), NOON);
    return fresh.look(List.of(standing), after(60)).orElseThrow();
  }

  @Test
  void saysNothing_whereNothingIsRead() {
    standstill.look(List.of(), NOON);

    assertThat(standstill.look(List.of(), after(600))).isEmpty();
  }
}
