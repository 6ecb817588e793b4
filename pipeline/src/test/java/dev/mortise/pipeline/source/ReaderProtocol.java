package dev.mortise.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.CoderUtils;
import org.joda.time.Instant;

/** Drives an unbounded source as a runner does, and tells what happened as text. */
final class ReaderProtocol {
  static final PipelineOptions OPTIONS = PipelineOptionsFactory.create();

  private ReaderProtocol() {}

  /**
   * Polls a source to its end, at most so many elements a poll, with the watermark taken behind
   * each. Events are records such as {@code orders@3} and watermarks such as {@code wm
   * 1970-01-01T00:00:00.000Z}, each told once.
   *
   * @param restartEach whether a new reader takes over, from the mark of the one before, after each
   *     poll that gave anything
   */
  static <M extends CheckpointMark> List<String> events(
      UnboundedSource<RecordBlock, M> source, int elementsAPoll, boolean restartEach)
      throws IOException {
    List<String> events = new ArrayList<>();
    UnboundedReader<RecordBlock> reader = source.createReader(OPTIONS, null);
    boolean fresh = true;
    Instant watermark = BoundedWindow.TIMESTAMP_MIN_VALUE;
    while (watermark.isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE)) {
      int told = events.size();
      boolean more = fresh ? reader.start() : reader.advance();
      fresh = false;
      for (int count = 0; more && count < elementsAPoll; count++) {
        assertThat(reader.getCurrentTimestamp()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
        for (RawRecord record : reader.getCurrent().records()) {
          events.add(event(record));
        }
        more = count + 1 < elementsAPoll && reader.advance();
      }
      Instant next = reader.getWatermark();
      assertThat(next).isGreaterThanOrEqualTo(watermark);
      if (!next.equals(watermark)) {
        events.add("wm " + time(next));
      }
      watermark = next;
      if (restartEach && events.size() > told) {
        M mark = copy(source.getCheckpointMarkCoder(), reader);
        reader.close();
        reader = source.createReader(OPTIONS, mark);
        fresh = true;
      }
    }
    reader.close();
    return events;
  }

  @SuppressWarnings("unchecked") // A source's readers make its own kind of mark.
  private static <M extends CheckpointMark> M copy(
      Coder<M> coder, UnboundedReader<RecordBlock> reader) throws IOException {
    M mark = (M) reader.getCheckpointMark();
    M copy = CoderUtils.clone(coder, mark);
    assertThat(copy).isEqualTo(mark);
    return copy;
  }

  static String event(RawRecord record) {
    String line = record.position().substring(record.position().lastIndexOf(':') + 1);
    return record.input() + "@" + line + (record.error() == null ? "" : " " + record.error());
  }

  static String time(Instant time) {
    return time.equals(BoundedWindow.TIMESTAMP_MAX_VALUE)
        ? "end"
        : IsoTime.format(time).replace(":00.000Z", "");
  }
}
