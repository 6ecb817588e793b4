package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.util.Locale;
import org.joda.time.Duration;

/** What a plan says of an input that comes from topics. */
final class TopicText {
  private TopicText() {}

  static String source(SourceSpec.Kafka from, String format) {
    StringBuilder text = new StringBuilder(from.topics().size() == 1 ? "topic " : "topics ");
    text.append(from.written()).append(" (").append(format).append("), a stream from ");
    text.append(place(from.start()));
    Offset stop = from.stop();
    if (stop != null) {
      text.append(" to ").append(place(stop));
    }
    if (from.groupId() != null) {
      text.append("; offsets are committed for ").append(from.groupId());
    }
    return text.toString();
  }

  private static String place(Offset offset) {
    return switch (offset.kind()) {
      case TIMESTAMP -> String.valueOf(offset.timestamp());
      case COMMITTED -> "the committed offsets";
      default -> "the " + offset.kind().name().toLowerCase(Locale.ROOT);
    };
  }

  static String watermark(WatermarkSpec watermark) {
    StringBuilder text = new StringBuilder("watermark ");
    text.append(Durations.format(watermark.maxOutOfOrderness()));
    text.append(" behind the greatest seen of each partition");
    Duration idle = watermark.idleAfter();
    text.append(
        idle == null
            ? "; a partition without records holds it back"
            : "; after " + Durations.format(idle) + " without records, behind the clock");
    Duration future = watermark.maxFuture();
    if (future != null) {
      text.append("; rows more than ").append(Durations.format(future));
      text.append(" ahead of the clock ");
      text.append(watermark.capsFuture() ? "move it no further" : "are dead letters");
    }
    return text.toString();
  }
}
