package dev.mortise.join;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Instant;

/** Puts timelines into pipelines, and what comes out into lines of text. */
final class PipelineJoin {
  private static final KvCoder<String, Integer> ROWS =
      KvCoder.of(StringUtf8Coder.of(), new LengthyIntCoder());

  private PipelineJoin() {}

  /** A pipeline on the Direct runner whose step names must be unique. */
  static Pipeline pipeline() {
    return Pipeline.create(
        PipelineOptionsFactory.fromArgs("--stableUniqueNames=ERROR", "--runner=DirectRunner")
            .create());
  }

  /**
   * Rows of both sides in order of arrival, as an unbounded stream. Both watermarks move as one.
   */
  static PCollection<KV<Integer, KV<String, Integer>>> stream(
      Pipeline pipeline, Timeline timeline) {
    return stream(pipeline, timeline, Integer.MAX_VALUE);
  }

  /** The same, with at most so many rows in a bundle of the source. */
  static PCollection<KV<Integer, KV<String, Integer>>> stream(
      Pipeline pipeline, Timeline timeline, int bundle) {
    TestStream.Builder<KV<Integer, KV<String, Integer>>> stream =
        TestStream.create(KvCoder.of(VarIntCoder.of(), ROWS));
    Timeline.Watermark watermarks = new Timeline.Watermark();
    long reached = Timeline.BEGINNING;
    List<TimestampedValue<KV<Integer, KV<String, Integer>>>> onTime = new ArrayList<>();
    for (Timeline.Event event : timeline.events()) {
      if (event instanceof Timeline.Row row && row.time() >= reached) {
        // Rows on time may change places, so many can go in one step, which is dear.
        onTime.add(timestamped(row));
        if (onTime.size() == bundle) {
          stream = add(stream, onTime);
        }
        continue;
      }
      stream = add(stream, onTime);
      if (event instanceof Timeline.Row row) {
        stream = stream.addElements(timestamped(row));
      } else {
        watermarks.apply((Timeline.Mark) event);
        if (watermarks.least() > reached) {
          reached = watermarks.least();
          stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(reached));
        }
      }
    }
    stream = add(stream, onTime);
    return pipeline.apply("Stream", stream.advanceWatermarkToInfinity());
  }

  @SuppressWarnings({
    "unchecked",
    "rawtypes"
  }) // An array of a generic type, which addElements only reads.
  private static TestStream.Builder<KV<Integer, KV<String, Integer>>> add(
      TestStream.Builder<KV<Integer, KV<String, Integer>>> stream,
      List<TimestampedValue<KV<Integer, KV<String, Integer>>>> rows) {
    if (rows.isEmpty()) {
      return stream;
    }
    TimestampedValue<KV<Integer, KV<String, Integer>>> first = rows.remove(0);
    TestStream.Builder<KV<Integer, KV<String, Integer>>> longer =
        stream.addElements(first, rows.toArray(new TimestampedValue[0]));
    rows.clear();
    return longer;
  }

  private static TimestampedValue<KV<Integer, KV<String, Integer>>> timestamped(Timeline.Row row) {
    return TimestampedValue.of(
        KV.of((int) row.side().code(), KV.of(row.key(), row.id())),
        Instant.ofEpochMilli(row.time()));
  }

  /** The rows of a timeline as bounded input. */
  static PCollection<KV<Integer, KV<String, Integer>>> batch(Pipeline pipeline, Timeline timeline) {
    List<TimestampedValue<KV<Integer, KV<String, Integer>>>> rows = new ArrayList<>();
    for (Timeline.Event event : timeline.events()) {
      if (event instanceof Timeline.Row row) {
        rows.add(timestamped(row));
      }
    }
    return pipeline.apply(
        "Batch", Create.timestamped(rows).withCoder(KvCoder.of(VarIntCoder.of(), ROWS)));
  }

  /** The two sides of a mixed stream. */
  static KeyedStreams<String, Integer, Integer> sides(
      PCollection<KV<Integer, KV<String, Integer>>> mixed) {
    return KeyedStreams.of(side(mixed, JoinSide.LEFT), side(mixed, JoinSide.RIGHT));
  }

  /** The two sides of a mixed stream in one collection. */
  static KeyedStreams<String, Integer, Integer> interleaved(
      PCollection<KV<Integer, KV<String, Integer>>> mixed) {
    return KeyedStreams.interleaved(
        mixed
            .apply(
                "SaySide",
                MapElements.into(new TypeDescriptor<KV<String, SidedRow<Integer, Integer>>>() {})
                    .via(
                        element ->
                            KV.of(
                                element.getValue().getKey(),
                                element.getKey() == JoinSide.LEFT.code()
                                    ? SidedRow.left(element.getValue().getValue())
                                    : SidedRow.right(element.getValue().getValue()))))
            .setCoder(
                KvCoder.of(
                    StringUtf8Coder.of(),
                    SidedRowCoder.of(new LengthyIntCoder(), new LengthyIntCoder()))));
  }

  /** The rows of one side of a mixed stream. */
  static PCollection<KV<String, Integer>> side(
      PCollection<KV<Integer, KV<String, Integer>>> mixed, JoinSide side) {
    int code = side.code();
    return mixed
        .apply("Only" + side, Filter.by(element -> element.getKey() == code))
        .apply(
            "Take" + side,
            MapElements.into(
                    TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.integers()))
                .via(KV::getValue))
        .setCoder(ROWS);
  }

  /** Every output row as a line. */
  static PCollection<String> lines(IntervalJoinResult<String, Integer, Integer> result) {
    return PCollectionList.of(
            result
                .matched()
                .apply(
                    "PairLines",
                    MapElements.into(TypeDescriptors.strings())
                        .via(pair -> "pair " + pair.left() + "-" + pair.right())))
        .and(
            result
                .unmatchedLeft()
                .apply(
                    "UnmatchedLeftLines",
                    MapElements.into(TypeDescriptors.strings())
                        .via(row -> "unmatched LEFT " + row.row())))
        .and(
            result
                .unmatchedRight()
                .apply(
                    "UnmatchedRightLines",
                    MapElements.into(TypeDescriptors.strings())
                        .via(row -> "unmatched RIGHT " + row.row())))
        .and(
            result
                .late()
                .apply(
                    "LateLines",
                    MapElements.into(TypeDescriptors.strings())
                        .via(
                            row ->
                                "late "
                                    + row.side()
                                    + " "
                                    + (row.side() == JoinSide.LEFT ? row.left() : row.right()))))
        .apply("UniteLines", Flatten.pCollections());
  }

  /** The lines that an outcome of a full join has for a join of {@code type}. */
  static List<String> lines(Outcome outcome, JoinType type) {
    List<String> lines = new ArrayList<>();
    outcome.matched().forEach(pair -> lines.add("pair " + pair));
    for (JoinSide side : JoinSide.values()) {
      if (type.emitsUnmatched(side)) {
        outcome.unmatched(side).forEach(id -> lines.add("unmatched " + side + " " + id));
      }
      outcome.late(side).forEach(id -> lines.add("late " + side + " " + id));
    }
    return lines;
  }
}
