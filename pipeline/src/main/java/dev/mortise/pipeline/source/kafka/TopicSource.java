package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.source.CarriesSignature;
import dev.mortise.pipeline.source.RangeReadable;
import dev.mortise.pipeline.source.ReadOptions;
import dev.mortise.pipeline.source.RowBlock;
import dev.mortise.pipeline.source.RowBlockCoder;
import dev.mortise.pipeline.source.RowSchemas;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Partitions of topics. Beam's Kafka reader fetches the records; what becomes of them, and where
 * the watermark stands, is decided here, since a row's event time lies in its value.
 *
 * <p>Where each partition begins and ends is settled once, before the run, so that a part that is
 * read again after a failure is the same part. Partitions that a topic gets later are not read, and
 * the run says so.
 */
public final class TopicSource extends UnboundedSource<RowBlock, TopicMark>
    implements CarriesSignature, RangeReadable<RowBlock, TopicMark> {
  private static final long serialVersionUID = 1L;

  /** Processing time. */
  interface Clock extends Serializable {
    Instant now();
  }

  private final InputSpec input;
  private final SourceSpec.Kafka from;
  private final ArrayList<TopicRange> ranges;
  private final String stateSignature;
  private final Clock clock;

  /** Of all parts of the source, by topic; null in state of a version that did not count them. */
  private final @Nullable HashMap<String, Integer> partitions;

  TopicSource(
      InputSpec input,
      SourceSpec.Kafka from,
      List<TopicRange> ranges,
      String stateSignature,
      Clock clock) {
    this(input, from, ranges, stateSignature, clock, AddedPartitions.count(ranges));
  }

  private TopicSource(
      InputSpec input,
      SourceSpec.Kafka from,
      List<TopicRange> ranges,
      String stateSignature,
      Clock clock,
      Map<String, Integer> partitions) {
    this.partitions = new HashMap<>(partitions);
    this.input = input;
    this.from = from;
    this.ranges = new ArrayList<>(ranges);
    this.stateSignature = stateSignature;
    this.clock = clock;
  }

  /**
   * The source of an input, once its topics were asked where they begin and end.
   *
   * @throws IllegalStateException if they can't be read: with what the user can do about it
   */
  public static TopicSource of(InputSpec input, SourceSpec.Kafka from, String stateSignature) {
    return new TopicSource(input, from, TopicOffsets.of(input, from), stateSignature, Instant::now);
  }

  /**
   * What keeps an input's topics from being read, a sentence or two for the user; empty if nothing
   * does, or it reads none. Waits some seconds for a cluster that does not answer.
   */
  public static List<String> check(PipelineSpec spec, InputSpec input) {
    if (!(input.from() instanceof SourceSpec.Kafka topics)) {
      return List.of();
    }
    return TopicOffsets.problem(input, topics).stream()
        .map(
            problem ->
                String.format(
                    "inputs.%s.from.kafka (%s:%d): %s",
                    input.name(), spec.file().getFileName(), topics.line(), problem))
        .toList();
  }

  InputSpec input() {
    return input;
  }

  SourceSpec.Kafka from() {
    return from;
  }

  List<TopicRange> ranges() {
    return ranges;
  }

  /** How many partitions each topic had when the run first started; empty if that is not known. */
  Map<String, Integer> partitions() {
    return partitions == null ? Map.of() : partitions;
  }

  Clock clock() {
    return clock;
  }

  @Override
  public String stateSignature() {
    return stateSignature;
  }

  /**
   * A part for each partition, unless the runner wants one reader for each of its tasks: then
   * partitions are dealt out in turn.
   */
  @Override
  public List<TopicSource> split(int desiredSplits, PipelineOptions options) {
    boolean onePerTask = options.as(ReadOptions.class).isOneReaderPerTask();
    int parts = onePerTask ? Math.min(desiredSplits, ranges.size()) : ranges.size();
    List<TopicSource> sources = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<TopicRange> own = new ArrayList<>();
      for (int i = part; i < ranges.size(); i += parts) {
        own.add(ranges.get(i));
      }
      sources.add(new TopicSource(input, from, own, stateSignature, clock, partitions()));
    }
    return sources;
  }

  @Override
  public UnboundedReader<RowBlock> createReader(PipelineOptions options, @Nullable TopicMark mark) {
    return new TopicReader(this, options, mark, null);
  }

  @Override
  public UnboundedReader<RowBlock> createRangeReader(
      PipelineOptions options, @Nullable TopicMark start, TopicMark end) {
    return new TopicReader(this, options, start, end);
  }

  @Override
  public Coder<TopicMark> getCheckpointMarkCoder() {
    return new TopicMark.MarkCoder();
  }

  @Override
  public Coder<RowBlock> getOutputCoder() {
    return RowBlockCoder.of(RowSchemas.of(input));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("input", input.name()))
        .add(DisplayData.item("topics", from.written()))
        .add(DisplayData.item("partitions", ranges.size()));
  }
}
