package dev.mortise.pipeline.spec;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The known fields of one map of the spec. */
final class Fields {
  private final SpecNode owner;
  private final Map<String, SpecNode> present;

  Fields(SpecNode owner, Map<String, SpecNode> present) {
    this.owner = owner;
    this.present = present;
  }

  SpecNode owner() {
    return owner;
  }

  /** The field, or null if the spec does not have it. */
  @Nullable SpecNode get(String name) {
    return present.get(name);
  }

  boolean has(String name) {
    return present.containsKey(name);
  }

  /** Calls the action with each field, in the order of the file. */
  void each(BiConsumer<String, SpecNode> action) {
    present.forEach(action);
  }

  /** The field; if the spec does not have it, that is reported with what to write. */
  @Nullable SpecNode require(String name, String fix) {
    SpecNode field = present.get(name);
    if (field == null) {
      owner.problemOf(name, "is missing. " + fix);
    }
    return field;
  }
}
