package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static dev.mortise.window.Streams.row;

import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Every kind of window in every emit mode, over one stream in which each key is a case. Each line
 * of the answer is the sums that one window showed, in their order.
 */
class WindowsAndModesTest {
  private static final Duration CADENCE = Duration.standardSeconds(20);

  private static final Map<String, WindowSpec> WINDOWS =
      new TreeMap<>(
          Map.of(
              "fixed", WindowSpec.fixed(ms(10)),
              "sliding", WindowSpec.sliding(ms(10), ms(5)),
              "session", WindowSpec.session(ms(5))));

  private static final Map<String, EmitMode> MODES =
      new TreeMap<>(
          Map.of(
              "final", EmitMode.finalOnly(),
              "updates", EmitMode.updates(CADENCE),
              "early", EmitMode.earlyAndFinal(CADENCE)));

  @Test
  void everyWindow_inEveryMode() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            Streams.stream()
                .addElements(
                    row("onTime", 1, 1),
                    row("onTime", 9, 2),
                    row("shown", 6, 1),
                    row("early", 6, 1),
                    row("late", 6, 1))
                .advanceProcessingTime(CADENCE.plus(ms(1)))
                .addElements(row("onTime", 9, 4), row("early", 7, 2))
                .advanceWatermarkTo(at(15))
                .addElements(row("late", 7, 2), row("onlyLate", 7, 1))
                .advanceProcessingTime(CADENCE.plus(ms(1)))
                .addElements(row("late", 7, 4))
                .advanceWatermarkTo(at(25))
                .addElements(row("late", 7, 8), row("partly", 12, 1))
                .advanceWatermarkToInfinity());
    Streams streams = new Streams();
    WINDOWS.forEach(
        (window, spec) ->
            MODES.forEach(
                (mode, emit) ->
                    streams.sum(
                        window + " " + mode, rows, spec.withAllowedLateness(ms(10)), emit)));
    streams.expect(
        """
            fixed final: onTime [0, 10) = 7 ON_TIME
            fixed final: shown [0, 10) = 1 ON_TIME
            fixed final: early [0, 10) = 3 ON_TIME
            fixed final: late [0, 10) = 1 ON_TIME, 3 LATE, 7 LATE
            fixed final: late 8 at 7 too late for 1 at 25
            fixed final: onlyLate [0, 10) = 1 LATE
            fixed final: partly [10, 20) = 1 LATE
            fixed updates: onTime [0, 10) = 3 EARLY, 7 ON_TIME
            fixed updates: shown [0, 10) = 1 EARLY
            fixed updates: early [0, 10) = 1 EARLY, 3 ON_TIME
            fixed updates: late [0, 10) = 1 EARLY, 3 ON_TIME, 7 LATE last
            fixed updates: late 8 at 7 too late for 1 at 25
            fixed updates: onlyLate [0, 10) = 1 ON_TIME
            fixed updates: partly [10, 20) = 1 ON_TIME last
            fixed early: onTime [0, 10) = 3 EARLY, 7 ON_TIME
            fixed early: shown [0, 10) = 1 EARLY, 1 ON_TIME
            fixed early: early [0, 10) = 1 EARLY, 3 ON_TIME
            fixed early: late [0, 10) = 1 EARLY, 1 ON_TIME, 3 LATE, 7 LATE
            fixed early: late 8 at 7 too late for 1 at 25
            fixed early: onlyLate [0, 10) = 1 LATE
            fixed early: partly [10, 20) = 1 LATE
            sliding final: onTime [-5, 5) = 1 ON_TIME last
            sliding final: onTime [0, 10) = 7 ON_TIME
            sliding final: onTime [5, 15) = 6 ON_TIME
            sliding final: shown [0, 10) = 1 ON_TIME
            sliding final: shown [5, 15) = 1 ON_TIME
            sliding final: early [0, 10) = 3 ON_TIME
            sliding final: early [5, 15) = 3 ON_TIME
            sliding final: late [0, 10) = 1 ON_TIME, 3 LATE, 7 LATE
            sliding final: late [5, 15) = 1 ON_TIME, 3 LATE, 7 LATE
            sliding final: late 8 at 7 too late for 2 at 25
            sliding final: onlyLate [0, 10) = 1 LATE
            sliding final: onlyLate [5, 15) = 1 LATE
            sliding final: partly [10, 20) = 1 LATE
            sliding updates: onTime [-5, 5) = 1 EARLY
            sliding updates: onTime [0, 10) = 3 EARLY, 7 ON_TIME
            sliding updates: onTime [5, 15) = 2 EARLY, 6 ON_TIME
            sliding updates: shown [0, 10) = 1 EARLY
            sliding updates: shown [5, 15) = 1 EARLY
            sliding updates: early [0, 10) = 1 EARLY, 3 ON_TIME
            sliding updates: early [5, 15) = 1 EARLY, 3 ON_TIME
            sliding updates: late [0, 10) = 1 EARLY, 3 ON_TIME, 7 LATE last
            sliding updates: late [5, 15) = 1 EARLY, 3 ON_TIME, 7 LATE last
            sliding updates: late 8 at 7 too late for 2 at 25
            sliding updates: onlyLate [0, 10) = 1 ON_TIME
            sliding updates: onlyLate [5, 15) = 1 ON_TIME
            sliding updates: partly [10, 20) = 1 ON_TIME last
            sliding early: onTime [-5, 5) = 1 EARLY, 1 ON_TIME last
            sliding early: onTime [0, 10) = 3 EARLY, 7 ON_TIME
            sliding early: onTime [5, 15) = 2 EARLY, 6 ON_TIME
            sliding early: shown [0, 10) = 1 EARLY, 1 ON_TIME
            sliding early: shown [5, 15) = 1 EARLY, 1 ON_TIME
            sliding early: early [0, 10) = 1 EARLY, 3 ON_TIME
            sliding early: early [5, 15) = 1 EARLY, 3 ON_TIME
            sliding early: late [0, 10) = 1 EARLY, 1 ON_TIME, 3 LATE, 7 LATE
            sliding early: late [5, 15) = 1 EARLY, 1 ON_TIME, 3 LATE, 7 LATE
            sliding early: late 8 at 7 too late for 2 at 25
            sliding early: onlyLate [0, 10) = 1 LATE
            sliding early: onlyLate [5, 15) = 1 LATE
            sliding early: partly [10, 20) = 1 LATE
            session final: onTime [1, 6) = 1 ON_TIME
            session final: onTime [9, 14) = 6 ON_TIME
            session final: shown [6, 11) = 1 ON_TIME
            session final: early [6, 12) = 3 ON_TIME
            session final: late [6, 11) = 1 ON_TIME
            session final: late [6, 12) = 3 LATE, 7 LATE
            session final: late 8 at 7 too late for 1 at 25
            session final: onlyLate [7, 12) = 1 LATE
            session final: partly [12, 17) = 1 LATE
            session updates: onTime [1, 6) = 1 EARLY
            session updates: onTime [9, 14) = 2 EARLY, 6 ON_TIME
            session updates: shown [6, 11) = 1 EARLY
            session updates: early [6, 11) = 1 EARLY
            session updates: early [6, 12) = 3 ON_TIME
            session updates: late [6, 11) = 1 EARLY
            session updates: late [6, 12) = 3 ON_TIME, 7 LATE last
            session updates: late 8 at 7 too late for 1 at 25
            session updates: onlyLate [7, 12) = 1 ON_TIME
            session updates: partly [12, 17) = 1 ON_TIME last
            session early: onTime [1, 6) = 1 EARLY, 1 ON_TIME
            session early: onTime [9, 14) = 2 EARLY, 6 ON_TIME
            session early: shown [6, 11) = 1 EARLY, 1 ON_TIME
            session early: early [6, 11) = 1 EARLY
            session early: early [6, 12) = 3 ON_TIME
            session early: late [6, 11) = 1 EARLY, 1 ON_TIME
            session early: late [6, 12) = 3 LATE, 7 LATE
            session early: late 8 at 7 too late for 1 at 25
            session early: onlyLate [7, 12) = 1 LATE
            session early: partly [12, 17) = 1 LATE
            """);
    pipeline.run().waitUntilFinish();
  }
}
