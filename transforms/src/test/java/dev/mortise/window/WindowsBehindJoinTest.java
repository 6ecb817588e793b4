package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static dev.mortise.window.Streams.row;

import dev.mortise.join.IntervalJoin;
import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinInterval;
import dev.mortise.join.KeyedStreams;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.junit.jupiter.api.Test;

/**
 * Windows over each output of a join. Unmatched rows come out long after the watermark of the
 * inputs has passed their windows; the join holds its own watermark back, so they are on time.
 */
class WindowsBehindJoinTest {
  private static final WindowSpec TENS = WindowSpec.fixed(ms(10));

  /** Left rows have a positive value, right rows a negative one. A right row is up to 30 later. */
  @Test
  void everyOutput_landsInItsWindow() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            Streams.stream()
                .addElements(
                    row("pair", 3, 1),
                    row("waits", 4, 2),
                    row("tooEarly", 8, -4),
                    row("alone", 5, 256))
                .advanceWatermarkTo(at(25))
                .addElements(row("pair", 27, -8), row("waits", 26, 16))
                .advanceWatermarkTo(at(33))
                // A right row of 31 has expired, but it finds the left row that still waits.
                .addElements(row("waits", 31, -32), row("late", 31, -64))
                .advanceWatermarkTo(at(100))
                .addElements(row("late", 55, 128))
                .advanceWatermarkToInfinity());
    IntervalJoinResult<String, Integer, Integer> joined =
        KeyedStreams.of(
                rows.apply("OnlyLeft", Filter.by(row -> row.getValue() > 0)),
                rows.apply("OnlyRight", Filter.by(row -> row.getValue() < 0)))
            .apply(
                "Join",
                IntervalJoin.<String, Integer, Integer>fullOuter(
                        JoinInterval.between(ms(0), ms(30)))
                    .withShards(4));
    new Streams()
        .sum(
            "matched",
            keyed("Matched", joined.matched(), pair -> KV.of(pair.key(), pair.left())),
            TENS,
            EmitMode.finalOnly())
        .sum(
            "left",
            keyed("Left", joined.unmatchedLeft(), row -> KV.of(row.key(), row.row())),
            TENS,
            EmitMode.finalOnly())
        .sum(
            "right",
            keyed("Right", joined.unmatchedRight(), row -> KV.of(row.key(), row.row())),
            TENS,
            EmitMode.finalOnly())
        .sum(
            "late",
            keyed(
                "Late",
                joined.late(),
                row -> KV.of(row.key(), row.left() == null ? row.right() : row.left())),
            TENS.withAllowedLateness(ms(50)),
            EmitMode.finalOnly())
        .expect(
            """
            matched: pair [20, 30) = 1 ON_TIME last
            matched: waits [30, 40) = 18 ON_TIME last
            left: alone [0, 10) = 256 ON_TIME last
            right: tooEarly [0, 10) = -4 ON_TIME last
            late: late [30, 40) = -64 ON_TIME last
            late: late [50, 60) = 128 LATE
            """);
    pipeline.run().waitUntilFinish();
  }

  private static <T> PCollection<KV<String, Integer>> keyed(
      String name, PCollection<T> rows, SerializableFunction<T, KV<String, Integer>> toRow) {
    return rows.apply(
            "Key" + name,
            MapElements.into(
                    TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.integers()))
                .via(toRow))
        .setCoder(Streams.ROWS);
  }
}
