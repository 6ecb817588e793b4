package dev.mortise.pipeline.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code properties}: settings of somebody else's client, passed through as they stand. Their
 * values may be secrets: no message quotes one, and this process masks them from then on.
 */
final class PropertiesReader {
  private static final String FIX = "Write a line name: value for each property.";

  private PropertiesReader() {}

  /** The properties that could be read, in the order of the file; problems are reported. */
  static Map<String, String> read(SpecNode node) {
    Map<String, SpecNode> entries = node.secret().entries(FIX);
    if (entries == null) {
      return Map.of();
    }
    Map<String, String> properties = new LinkedHashMap<>();
    entries.forEach(
        (name, value) -> {
          String text = value(name, value.secret());
          if (text != null) {
            properties.put(name, text);
          }
        });
    return Collections.unmodifiableMap(properties);
  }

  private static @Nullable String value(String name, SpecNode node) {
    List<String> variables = new ArrayList<>();
    SpecNode.Text text = node.text("Write its value, such as \"${NAME}\".", variables::add);
    if (text == null) {
      return null;
    }
    variables.forEach(Secrets::suspect);
    Secrets.learn(name, text.value());
    if (Secrets.isWritten(name, text.typed())) {
      node.warning(Secrets.WRITTEN);
    }
    return text.value();
  }
}
