package dev.mortise.pipeline.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads {@code properties}: settings of somebody else's client, passed through as they stand. Their
 * values may be secrets, so no message quotes one.
 */
final class PropertiesReader {
  private static final String FIX = "Write a line name: value for each property.";

  private PropertiesReader() {}

  /** The properties that could be read, in the order of the file; problems are reported. */
  static Map<String, String> read(SpecNode node) {
    Map<String, SpecNode> entries = node.entries(FIX);
    if (entries == null) {
      return Map.of();
    }
    Map<String, String> properties = new LinkedHashMap<>();
    entries.forEach(
        (name, value) -> {
          SpecNode.Text text = value.text("Write its value, such as \"${NAME}\".");
          if (text != null) {
            properties.put(name, text.value());
          }
        });
    return Collections.unmodifiableMap(properties);
  }
}
