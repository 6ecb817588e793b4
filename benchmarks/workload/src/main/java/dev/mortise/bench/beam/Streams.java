package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import dev.mortise.bench.Generator;
import dev.mortise.bench.Workload;
import java.util.stream.LongStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The two streams of a workload.
 *
 * @param left by key
 * @param right by key
 */
record Streams(PCollection<KV<Long, Event>> left, PCollection<KV<Long, Event>> right) {
  private static final TupleTag<KV<Long, Event>> LEFT = new TupleTag<>("left");
  private static final TupleTag<KV<Long, Event>> RIGHT = new TupleTag<>("right");

  /** Both from one source of blocks, so that no side runs ahead of the other. */
  static Streams of(Pipeline pipeline, Workload workload, boolean streaming) {
    PCollection<Long> blocks =
        streaming
            ? pipeline.apply("ReadBlocks", Read.from(new Blocks(workload)))
            : pipeline
                .apply(
                    "CreateBlocks",
                    Create.timestamped(
                            LongStream.range(0, workload.blocks())
                                .mapToObj(
                                    block ->
                                        org.apache.beam.sdk.values.TimestampedValue.of(
                                            block,
                                            Instant.ofEpochMilli(workload.earliestIn(block))))
                                .toList())
                        .withCoder(VarLongCoder.of()))
                .apply("SpreadBlocks", Reshuffle.viaRandomKey());
    PCollectionTuple rows =
        blocks.apply(
            "MakeRows",
            ParDo.of(new MakeRows(workload)).withOutputTags(LEFT, TupleTagList.of(RIGHT)));
    KvCoder<Long, Event> coder = KvCoder.of(VarLongCoder.of(), new EventCoder());
    return new Streams(rows.get(LEFT).setCoder(coder), rows.get(RIGHT).setCoder(coder));
  }

  private static final class MakeRows extends DoFn<Long, KV<Long, Event>> {
    private static final long serialVersionUID = 1L;
    private final Workload workload;
    private transient @Nullable Generator generator;

    MakeRows(Workload workload) {
      this.workload = workload;
    }

    @ProcessElement
    public void make(@Element Long block, MultiOutputReceiver out) {
      Generator rows = generator;
      if (rows == null) {
        rows = new Generator(workload);
        generator = rows;
      }
      OutputReceiver<KV<Long, Event>> left = out.get(LEFT);
      OutputReceiver<KV<Long, Event>> right = out.get(RIGHT);
      rows.block(
          block,
          (isLeft, event) ->
              (isLeft ? left : right)
                  .outputWithTimestamp(KV.of(event.key, event), Instant.ofEpochMilli(event.time)));
    }

    @Override
    @SuppressWarnings(
        "deprecation") // A block's time is the least of its rows'; bounded runs lose it.
    public Duration getAllowedTimestampSkew() {
      return Duration.millis(Long.MAX_VALUE);
    }
  }
}
