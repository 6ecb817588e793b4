package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static dev.mortise.window.Streams.row;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/** What sessions of a gap of 10 do when rows come that join, touch or prolong them. */
class SessionsTest {
  @Test
  void sessions() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            Streams.stream()
                .addElements(
                    row("touching", 0, 1),
                    row("touching", 10, 2),
                    row("near", 0, 1),
                    row("near", 9, 2),
                    row("bridgedEarly", 0, 1),
                    row("bridgedEarly", 15, 2),
                    row("bridged", 0, 1),
                    row("bridged", 15, 2),
                    row("halfBridged", 0, 1),
                    row("halfBridged", 27, 2),
                    row("alone", 0, 1))
                .advanceProcessingTime(Duration.standardSeconds(21))
                .addElements(row("bridgedEarly", 8, 4))
                .advanceWatermarkTo(at(26))
                // Both sessions are final, [0, 10) and [15, 25).
                .addElements(row("bridged", 8, 4))
                // One is final, and the one that it is joined to is not.
                .addElements(row("halfBridged", 9, 4), row("halfBridged", 18, 8))
                .advanceWatermarkTo(at(41))
                // Its own window [11, 21) has expired, though [0, 25) would take it until 44.
                .addElements(row("bridged", 11, 8), row("alone", 11, 8))
                .advanceWatermarkToInfinity());
    WindowSpec session = WindowSpec.session(ms(10)).withAllowedLateness(ms(20));
    new Streams()
        .sum("final", rows, session, EmitMode.finalOnly())
        .sum("updates", rows, session, EmitMode.updates(Duration.standardSeconds(20)))
        .sum("early", rows, session, EmitMode.earlyAndFinal(Duration.standardSeconds(20)))
        .expect(
            """
            final: touching [0, 10) = 1 ON_TIME
            final: touching [10, 20) = 2 ON_TIME
            final: near [0, 19) = 3 ON_TIME
            final: bridgedEarly [0, 25) = 7 ON_TIME
            final: bridged [0, 10) = 1 ON_TIME
            final: bridged [0, 25) = 7 LATE
            final: bridged [15, 25) = 2 ON_TIME
            final: bridged 8 at 11 too late for 1 at 41
            final: halfBridged [0, 10) = 1 ON_TIME
            final: halfBridged [0, 37) = 15 ON_TIME
            final: alone [0, 10) = 1 ON_TIME
            final: alone 8 at 11 too late for 1 at 41
            updates: touching [0, 10) = 1 EARLY
            updates: touching [10, 20) = 2 EARLY
            updates: near [0, 19) = 3 EARLY
            updates: bridgedEarly [0, 10) = 1 EARLY
            updates: bridgedEarly [0, 25) = 7 ON_TIME last
            updates: bridgedEarly [15, 25) = 2 EARLY
            updates: bridged [0, 10) = 1 EARLY
            updates: bridged [0, 25) = 7 ON_TIME last
            updates: bridged [15, 25) = 2 EARLY
            updates: bridged 8 at 11 too late for 1 at 41
            updates: halfBridged [0, 10) = 1 EARLY
            updates: halfBridged [0, 37) = 15 ON_TIME last
            updates: halfBridged [27, 37) = 2 EARLY
            updates: alone [0, 10) = 1 EARLY
            updates: alone 8 at 11 too late for 1 at 41
            early: touching [0, 10) = 1 EARLY, 1 ON_TIME
            early: touching [10, 20) = 2 EARLY, 2 ON_TIME
            early: near [0, 19) = 3 EARLY, 3 ON_TIME
            early: bridgedEarly [0, 10) = 1 EARLY
            early: bridgedEarly [0, 25) = 7 ON_TIME
            early: bridgedEarly [15, 25) = 2 EARLY
            early: bridged [0, 10) = 1 EARLY, 1 ON_TIME
            early: bridged [0, 25) = 7 LATE
            early: bridged [15, 25) = 2 EARLY, 2 ON_TIME
            early: bridged 8 at 11 too late for 1 at 41
            early: halfBridged [0, 10) = 1 EARLY, 1 ON_TIME
            early: halfBridged [0, 37) = 15 ON_TIME
            early: halfBridged [27, 37) = 2 EARLY
            early: alone [0, 10) = 1 EARLY, 1 ON_TIME
            early: alone 8 at 11 too late for 1 at 41
            """);
    pipeline.run().waitUntilFinish();
  }
}
