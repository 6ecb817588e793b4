package dev.mortise.pipeline.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads an input's {@code watermark}. */
final class WatermarkReader {
  private static final FieldNames WATERMARK =
      FieldNames.of("max_out_of_orderness", "idle_after", "max_future");
  private static final FieldNames FUTURE = FieldNames.of("by", "then");
  private static final Map<String, Boolean> THEN = new LinkedHashMap<>();

  static {
    THEN.put("dead_letter", false);
    THEN.put("cap", true);
  }

  private WatermarkReader() {}

  private record Future(Duration by, boolean caps) {}

  static @Nullable WatermarkSpec read(SpecNode node) {
    Fields fields = node.fields(WATERMARK);
    if (fields == null) {
      return null;
    }
    SpecNode lagNode =
        fields.require(
            "max_out_of_orderness",
            "Write how far in event time a row may lie behind the greatest seen, such as 10m.");
    Duration lag =
        lagNode == null
            ? null
            : Values.lengthOfTime(lagNode, "10m", "Write 0s if rows come in order.");
    SpecNode idleNode = fields.get("idle_after");
    Duration idle =
        idleNode == null
            ? null
            : Values.lengthOfTime(idleNode, "1m", "Remove it to wait for ever.");
    if (idleNode != null && idle != null && idle.getMillis() == 0) {
      idleNode.problem(
          "must be longer than nothing, or the input would always be idle. Write 1m or alike.");
      return null;
    }
    SpecNode futureNode = fields.get("max_future");
    Future future = futureNode == null ? null : future(futureNode);
    return lag == null || (futureNode != null && future == null)
        ? null
        : new WatermarkSpec(
            lag, idle, future == null ? null : future.by(), future != null && future.caps());
  }

  private static @Nullable Future future(SpecNode node) {
    if (!node.isMap()) {
      Duration by = ahead(node);
      return by == null ? null : new Future(by, false);
    }
    Fields fields = node.fields(FUTURE);
    if (fields == null) {
      return null;
    }
    SpecNode byNode =
        fields.require("by", "Write how far ahead of the clock a row may be dated, such as 5m.");
    Duration by = byNode == null ? null : ahead(byNode);
    SpecNode thenNode = fields.get("then");
    Boolean caps = thenNode == null ? Boolean.FALSE : Values.choice(thenNode, THEN);
    return by == null || caps == null ? null : new Future(by, caps);
  }

  private static @Nullable Duration ahead(SpecNode node) {
    return Values.lengthOfTime(node, "5m", "Write 0s if no row may be dated after now.");
  }
}
