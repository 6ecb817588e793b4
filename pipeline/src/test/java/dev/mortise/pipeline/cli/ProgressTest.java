package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.summary.Counted;
import dev.mortise.pipeline.summary.CounterTotals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Captured captured = new Captured();

  @Test
  void saysNothing_whileARunIsShort() {
    Progress progress = new Progress(Counted.spec(), captured.console(false));
    for (int tenths = 0; tenths < 50; tenths++) {
      progress.tick(
          Duration.ofMillis(tenths * 100L),
          () -> {
            throw new AssertionError("asked for counters");
          });
    }
    progress.clear();

    assertThat(captured.err()).isEmpty();
  }

  @Test
  void addsLinesEverMoreSlowly_whenThereIsNoTerminal() {
    Progress progress = new Progress(Counted.spec(), captured.console(false));
    for (int second = 0; second <= 300; second++) {
      progress.tick(Duration.ofSeconds(second), ProgressTest::counters);
    }

    assertThat(captured.err().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly("5.0s", "15.0s", "35.0s", "1m15s", "2m15s", "3m15s", "4m15s");
    assertThat(captured.err().lines().findFirst())
        .hasValue(
            "5.0s  orders 1,004 read, 3 matched, 1,000 unmatched, 1 dead letters  payments 4 read,"
                + " 3 matched, 1 dead letters  pairs 3  201 rows/s");
    assertThat(captured.out()).isEmpty();
  }

  @Test
  void writesOverItsLineEveryFiveSeconds_onATerminal() {
    Progress progress = new Progress(Counted.spec(), captured.console(true));
    for (int second = 0; second <= 16; second++) {
      progress.tick(Duration.ofSeconds(second), ProgressTest::counters);
    }
    progress.clear();

    assertThat(captured.err().split("\r\u001b\\[2K", -1)).hasSize(5).startsWith("").endsWith("");
    assertThat(captured.err()).doesNotContain("\n");
  }

  private static CounterTotals counters() {
    return CounterTotals.of(Counted.orders());
  }
}
