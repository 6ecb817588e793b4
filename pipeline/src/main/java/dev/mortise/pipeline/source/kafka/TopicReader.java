package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.source.Ahead;
import dev.mortise.pipeline.source.ReadOptions;
import dev.mortise.pipeline.source.RowBlock;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.source.WatermarkOptions;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads partitions in blocks. A block lies at the beginning of time; its rows get their own times
 * behind the source.
 */
final class TopicReader extends UnboundedReader<RowBlock> {
  private static final int MOST_ITEMS = 500;

  /**
   * Flink hears of a reader's watermark only once that was polled twice, and until then takes the
   * watermarks of the others in the task for the whole. They are polled in turn: who is polled the
   * third time knows that all the others were polled twice.
   */
  private static final int POLLS_BEFORE_WATERMARK = 3;

  private final TopicSource source;
  private final boolean again;
  private final List<PartitionRead> partitions = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final RecordRows rows;
  private final UnboundedReader<KafkaRecord<byte[], byte[]>> records;
  private final JudgingClock judging;
  private final InputWatermark board;
  private final AddedPartitions added;
  private boolean started;
  private int polls;
  private Instant announced = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private @Nullable RowBlock current;

  /**
   * @param options say how the runner reads
   * @param mark where to begin; null for the beginning
   * @param until where to end, for records that were read before; null to read on and on
   */
  TopicReader(
      TopicSource source,
      PipelineOptions options,
      @Nullable TopicMark mark,
      @Nullable TopicMark until) {
    this.source = source;
    this.again = until != null;
    this.rows = new RecordRows(source.input());
    PolledOffsets polled = new PolledOffsets();
    Instant now = source.clock().now();
    WatermarkSpec watermark = Objects.requireNonNull(source.input().watermark());
    for (int i = 0; i < source.ranges().size(); i++) {
      TopicRange range = source.ranges().get(i);
      TopicMark.Place place = mark == null ? beginning(range, now) : mark.places().get(i);
      TopicRange part =
          until == null
              ? range
              : new TopicRange(
                  range.topic(),
                  range.partition(),
                  range.start(),
                  until.places().get(i).offset(),
                  TopicRange.OPEN);
      PartitionRead partition = new PartitionRead(part, place, polled, watermark, now);
      partitions.add(partition);
      byName.put(part.name(), i);
    }
    this.records = TopicRecords.reader(source.from(), partitions, polled);
    this.judging =
        new JudgingClock(
            partitions.size(),
            Ahead.of(source.input()).isSet() && !options.as(ReadOptions.class).isOneReaderPerTask(),
            until == null ? null : until.judged());
    this.added = new AddedPartitions(source.input().name(), source.partitions(), polled);
    this.board =
        new InputWatermark(
            source.input().name(),
            Duration.millis(options.as(WatermarkOptions.class).getStandstillMillis()));
  }

  private static TopicMark.Place beginning(TopicRange range, Instant now) {
    return new TopicMark.Place(
        range.start(), BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis(), now.getMillis(), false);
  }

  @Override
  public boolean start() throws IOException {
    return advance();
  }

  @Override
  public boolean advance() throws IOException {
    polls++;
    List<RowBlock.Item> items = new ArrayList<>();
    if (!hasEnded()) {
      gather(items);
    }
    current = items.isEmpty() ? null : new RowBlock(List.copyOf(items));
    if (started && !again) {
      refresh();
      board.show(partitions, source.clock().now());
      added.look();
    }
    return current != null;
  }

  private void gather(List<RowBlock.Item> items) throws IOException {
    try {
      boolean more = next();
      Instant now = source.clock().now();
      while (more) {
        take(records.getCurrent(), now, items);
        more = items.size() < MOST_ITEMS && records.advance();
      }
    } catch (IOException e) {
      throw new IOException(TopicErrors.whileReading(source.input(), e), e);
    }
  }

  private boolean next() throws IOException {
    if (started) {
      return records.advance();
    }
    started = true;
    return records.start();
  }

  private void take(KafkaRecord<byte[], byte[]> record, Instant now, List<RowBlock.Item> items) {
    int index = Objects.requireNonNull(byName.get(record.getTopic() + "-" + record.getPartition()));
    PartitionRead partition = partitions.get(index);
    if (partition.take(record)) {
      Instant before = partition.rule().watermark();
      Instant judgedAt = judging.at(index, record.getOffset(), now);
      items.add(rows.read(record, partition.rule(), now, judgedAt));
      if (partition.rule().watermark().isAfter(before)) {
        partition.changed(now);
      }
    }
  }

  /** Has Beam's reader tell every partition of its backlog. */
  private void refresh() {
    records.getWatermark();
  }

  private boolean hasEnded() {
    return partitions.stream().allMatch(PartitionRead::isEnded);
  }

  @Override
  public Instant getWatermark() {
    if (started) {
      refresh();
    }
    if (hasEnded()) {
      announced = BoundedWindow.TIMESTAMP_MAX_VALUE;
    } else if (polls >= POLLS_BEFORE_WATERMARK) {
      Instant least = BoundedWindow.TIMESTAMP_MAX_VALUE;
      for (PartitionRead partition : partitions) {
        Instant own = partition.rule().watermark();
        least = !partition.isEnded() && own.isBefore(least) ? own : least;
      }
      announced = least.isAfter(announced) ? least : announced;
    }
    return announced;
  }

  @Override
  public RowBlock getCurrent() {
    RowBlock block = current;
    if (block == null) {
      throw new NoSuchElementException();
    }
    return block;
  }

  @Override
  public Instant getCurrentTimestamp() {
    if (current == null) {
      throw new NoSuchElementException();
    }
    return BoundedWindow.TIMESTAMP_MIN_VALUE;
  }

  @Override
  public TopicMark getCheckpointMark() {
    List<TopicMark.Place> places = partitions.stream().map(PartitionRead::mark).toList();
    boolean commits = started && !again && source.from().groupId() != null;
    return new TopicMark(
        places, judging.take(), commits ? TopicRecords.commit(records, partitions, places) : null);
  }

  @Override
  public long getSplitBacklogBytes() {
    return started ? records.getSplitBacklogBytes() : BACKLOG_UNKNOWN;
  }

  @Override
  public UnboundedSource<RowBlock, ?> getCurrentSource() {
    return source;
  }

  @Override
  public void close() throws IOException {
    for (PartitionRead partition : partitions) {
      WatermarkBoard.remove(source.input().name(), partition.range().name());
    }
    records.close();
  }
}
