package dev.mortise.pipeline.spec;

import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The known fields of one map of the spec. */
final class Fields {
  private final SpecNode owner;
  private final Map<String, SpecNode> present;
  private final Set<String> meant;

  /**
   * @param meant the fields that misspelt ones were meant to be
   */
  Fields(SpecNode owner, Map<String, SpecNode> present, Set<String> meant) {
    this.owner = owner;
    this.present = present;
    this.meant = meant;
  }

  /** Whether any field is unknown, and so may be one that seems missing. */
  boolean hasMisspelt() {
    return !meant.isEmpty();
  }

  /** Reports an absent field, unless it is there and only misspelt: that has been said. */
  void missing(String name, String text) {
    if (!meant.contains(name)) {
      owner.problemOf(name, text);
    }
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
      missing(name, "is missing. " + fix);
    }
    return field;
  }
}
