package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.spec.InputSpec;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Says which rows of a script may go through the pipeline side by side.
 *
 * <p>Rows of one input keep their order on the way to the join. Rows of two inputs take two ways,
 * and may overtake each other. For rows that are not behind the watermark that changes nothing; but
 * a row behind it may only probe, and finds a partner or does not according to which of the two
 * came first. So such a row never travels together with a row of another input.
 */
final class ArrivalOrder implements Serializable {
  private static final long serialVersionUID = 1L;

  private final HashMap<String, RowParser> parsers = new HashMap<>();

  ArrivalOrder(Collection<InputSpec> inputs) {
    inputs.forEach(input -> parsers.put(input.name(), RowParser.of(input)));
  }

  /** The rows that are under way at one time. */
  final class UnderWay {
    private final Set<String> inputs = new HashSet<>();
    private boolean anyBehind;

    /** Whether {@code record} may join the rows under way; if so, it has. */
    boolean takes(RawRecord record, Instant watermark) {
      String input = record.input();
      if (input == null) {
        return true;
      }
      boolean behind = isBehind(input, record, watermark);
      boolean alone = inputs.isEmpty() || (inputs.size() == 1 && inputs.contains(input));
      if (!alone && (behind || anyBehind)) {
        return false;
      }
      inputs.add(input);
      anyBehind |= behind;
      return true;
    }

    void clear() {
      inputs.clear();
      anyBehind = false;
    }
  }

  private boolean isBehind(String input, RawRecord record, Instant watermark) {
    RowParser parser = parsers.get(input);
    @Nullable Instant time = parser == null ? null : parser.parse(record).eventTime();
    return time != null && time.isBefore(watermark);
  }
}
