package dev.mortise.pipeline.source.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.jspecify.annotations.Nullable;

/** Where a reader of topics goes on. */
final class TopicMark implements CheckpointMark {
  private final List<Place> places;
  private final List<Judged> judged;
  private final @Nullable CheckpointMark commit;

  /**
   * @param places one for each partition, in the order of the source's
   * @param judged by which clock records since the mark before were judged
   * @param commit finalized with this mark; null if there is nothing to commit
   */
  TopicMark(List<Place> places, List<Judged> judged, @Nullable CheckpointMark commit) {
    this.places = List.copyOf(places);
    this.judged = List.copyOf(judged);
    this.commit = commit;
  }

  /**
   * How far a partition is.
   *
   * @param offset of the next record
   * @param watermark of the partition, in milliseconds
   * @param lastRecordAt processing time of the last record, or of the start, in milliseconds
   * @param ended whether the partition was read to its stop
   */
  record Place(long offset, long watermark, long lastRecordAt, boolean ended) {}

  /**
   * What the clock said when records were judged by it. Records that are read again are judged by
   * the same, or a row could be one the first time and none the second.
   *
   * @param partition the partition's place in the source
   * @param offset of the first record of which this holds
   * @param millis processing time
   */
  record Judged(int partition, long offset, long millis) {}

  List<Judged> judged() {
    return judged;
  }

  List<Place> places() {
    return places;
  }

  @Override
  public void finalizeCheckpoint() throws IOException {
    if (commit != null) {
      commit.finalizeCheckpoint();
    }
  }

  /** Encodes marks; the first byte is the version. */
  static final class MarkCoder extends AtomicCoder<TopicMark> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    @Override
    public void encode(TopicMark mark, OutputStream stream) throws IOException {
      DataOutputStream out = new DataOutputStream(stream);
      out.writeByte(VERSION);
      out.writeInt(mark.places.size());
      for (Place place : mark.places) {
        out.writeLong(place.offset());
        out.writeLong(place.watermark());
        out.writeLong(place.lastRecordAt());
        out.writeBoolean(place.ended());
      }
      out.writeInt(mark.judged.size());
      for (Judged one : mark.judged) {
        out.writeInt(one.partition());
        out.writeLong(one.offset());
        out.writeLong(one.millis());
      }
      out.flush();
    }

    @Override
    public TopicMark decode(InputStream stream) throws IOException {
      DataInputStream in = new DataInputStream(stream);
      int version = in.readByte();
      if (version != VERSION) {
        throw new CoderException("TopicMark: version must be 1, but is " + version);
      }
      int size = in.readInt();
      List<Place> places = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        places.add(new Place(in.readLong(), in.readLong(), in.readLong(), in.readBoolean()));
      }
      int times = in.readInt();
      List<Judged> judged = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        judged.add(new Judged(in.readInt(), in.readLong(), in.readLong()));
      }
      return new TopicMark(places, judged, null);
    }
  }
}
