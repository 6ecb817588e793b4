package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.spec.InputSpec;
import java.io.Serializable;
import org.joda.time.Instant;

/** Parses records, and judges by processing time whether they are dated too far ahead. */
final class LimitedParser implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowParser parser;
  private final Ahead limit;
  private long beyond;

  LimitedParser(InputSpec input) {
    this.parser = RowParser.of(input);
    this.limit = Ahead.of(input);
  }

  /** Parses a record. One that is dated too far ahead is bad, unless the input keeps such rows. */
  RowParser.Parsed parse(RawRecord record) {
    RowParser.Parsed parsed = parser.parse(record);
    Instant time = parsed.eventTime();
    if (time == null || !limit.isSet()) {
      return parsed;
    }
    Instant now = Instant.now();
    if (!limit.isBeyond(time, now)) {
      return parsed;
    }
    beyond++;
    return limit.keeps() ? parsed : RowParser.Parsed.bad(limit.refusal(time, now));
  }

  /** An event time as the watermark may follow it. */
  Instant within(Instant time) {
    Instant latest = limit.isSet() ? limit.latest(Instant.now()) : time;
    return time.isAfter(latest) ? latest : time;
  }

  /** How many records since the last call were dated too far ahead. */
  long takeBeyond() {
    long count = beyond;
    beyond = 0;
    return count;
  }
}
