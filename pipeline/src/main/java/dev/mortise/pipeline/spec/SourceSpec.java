package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.List;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where an input's rows come from. */
public sealed interface SourceSpec extends Serializable {

  /** The path or pattern as the spec has it, for messages. */
  String written();

  /** The line of the spec that names the path; 0 if none does. */
  int line();

  /**
   * Files that are read once, from the first to the last row; compressed ones are recognised by
   * their ending.
   *
   * @param pattern absolute path or glob
   * @param written the pattern as the spec has it, for messages
   * @param replay null to read them as bounded input; otherwise they are replayed as a stream
   * @param line the line of the spec that names the pattern; 0 if none does
   */
  record Files(String pattern, String written, @Nullable Replay replay, int line)
      implements SourceSpec {
    /** Files that no line of a spec names. */
    public Files(String pattern, String written, @Nullable Replay replay) {
      this(pattern, written, replay, 0);
    }
  }

  /**
   * Rows and watermarks of several inputs in arrival order.
   *
   * @param path absolute path
   * @param written the path as the spec has it, for messages
   * @param line the line of the spec that names the path; 0 if none does
   */
  record Script(String path, String written, int line) implements SourceSpec {
    /** A script that no line of a spec names. */
    public Script(String path, String written) {
      this(path, written, 0);
    }
  }

  /**
   * Topics of a Kafka cluster, read as a stream.
   *
   * @param connection the cluster
   * @param topics names of one topic or more
   * @param groupId the consumer group that offsets are committed for; null to commit none
   * @param start where to begin, unless the run goes on from saved state
   * @param stop where to end; null to read for ever
   * @param passed what beside a record's value becomes fields of its row
   * @param line the line of the spec that names the topics
   */
  record Kafka(
      KafkaConnection connection,
      List<String> topics,
      @Nullable String groupId,
      Offset start,
      @Nullable Offset stop,
      PassedFields passed,
      int line)
      implements SourceSpec {
    /** Topics whose records' keys and headers are not asked for. */
    public Kafka(
        KafkaConnection connection,
        List<String> topics,
        @Nullable String groupId,
        Offset start,
        @Nullable Offset stop,
        int line) {
      this(connection, topics, groupId, start, stop, PassedFields.NONE, line);
    }

    @Override
    public String written() {
      return String.join(", ", topics);
    }
  }

  /**
   * A place in each partition of a topic.
   *
   * @param kind which
   * @param timestamp for {@link OffsetKind#TIMESTAMP}: the first record with this time of Kafka's
   */
  record Offset(OffsetKind kind, @Nullable Instant timestamp) implements Serializable {}

  /** What an {@link Offset} means. */
  enum OffsetKind {
    EARLIEST,
    LATEST,
    COMMITTED,
    TIMESTAMP
  }

  /**
   * The pace at which recorded rows are replayed.
   *
   * @param speed event time seconds for each second of processing time; infinite to go as fast as
   *     possible
   */
  record Replay(double speed) implements Serializable {
    /** As fast as possible. */
    public static final Replay MAX = new Replay(Double.POSITIVE_INFINITY);

    /** Whether rows are replayed as fast as possible. */
    public boolean isMax() {
      return Double.isInfinite(speed);
    }
  }
}
