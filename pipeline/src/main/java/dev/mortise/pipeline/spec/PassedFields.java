package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What beside a record's value becomes fields of its row. They are text, null where the record has
 * none, and stand behind the fields of the value.
 *
 * @param key the field that the record's key becomes; null for none
 * @param headers the fields that headers become, by the header's name
 */
public record PassedFields(@Nullable String key, Map<String, String> headers)
    implements Serializable {
  /** Nothing. */
  public static final PassedFields NONE = new PassedFields(null, Map.of());

  /** Keeps a copy in the order of {@code headers}. */
  public PassedFields {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** The names of the fields. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    if (key != null) {
      names.add(key);
    }
    names.addAll(headers.values());
    return names;
  }
}
