package dev.mortise.pipeline.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.format.RawJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a script's line says: a row of an input, watermarks of inputs, or nothing that can be used.
 *
 * @param input the input that the line names; null if it names none
 * @param row the JSON of the row; null if the line has none or is in error
 * @param watermarks the watermarks by input; empty if the line has none or is in error
 * @param error why the line can't be used; null if it can
 */
record ScriptLine(
    @Nullable String input,
    @Nullable String row,
    Map<String, Instant> watermarks,
    @Nullable String error) {

  /** Reads a line of a script that has the given inputs. */
  static ScriptLine parse(String text, Collection<String> inputs) {
    Reading reading = new Reading(inputs);
    try (JsonParser json = RawJson.FACTORY.createParser(text)) {
      return reading.read(json, text);
    } catch (JsonProcessingException e) {
      return new ScriptLine(null, null, Map.of(), RawJson.explain(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      return new ScriptLine(reading.input, null, Map.of(), e.getMessage());
    }
  }

  private static final class Reading {
    private final Collection<String> inputs;
    private @Nullable String input;
    private @Nullable String row;
    private @Nullable Map<String, Instant> watermarks;

    Reading(Collection<String> inputs) {
      this.inputs = inputs;
    }

    ScriptLine read(JsonParser json, String text) throws IOException {
      check(json.nextToken() == JsonToken.START_OBJECT, "must be a JSON object");
      IllegalArgumentException problem = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.getCurrentName();
        JsonToken value = json.nextToken();
        try {
          field(name, value, json, text);
        } catch (IllegalArgumentException e) {
          // The line may still name its input.
          problem = problem == null ? e : problem;
          json.skipChildren();
        }
      }
      check(
          json.nextToken() == null, "is not JSON Lines: more text follows the object on its line");
      if (problem != null) {
        throw problem;
      }
      return finish();
    }

    private ScriptLine finish() {
      Map<String, Instant> marks = watermarks;
      if (marks != null) {
        check(input == null && row == null, "must hold a row or a watermark, not both");
        return new ScriptLine(null, null, marks, null);
      }
      String name = input;
      if (name == null) {
        throw new IllegalArgumentException(
            row == null ? "must hold a row or a watermark" : "input: is missing");
      }
      check(inputs.contains(name), "input: must be one of " + inputs + ", but is \"" + name + "\"");
      check(row != null, "row: is missing");
      return new ScriptLine(name, row, Map.of(), null);
    }

    private void field(String name, JsonToken value, JsonParser json, String text)
        throws IOException {
      switch (name) {
        case "input" -> {
          check(input == null, "input: must stand in the line once, but stands there again");
          check(value == JsonToken.VALUE_STRING, "input: must be text");
          input = json.getText();
        }
        case "row" -> {
          check(row == null, "row: must stand in the line once, but stands there again");
          check(value == JsonToken.START_OBJECT, "row: must be a JSON object");
          int start = (int) json.getTokenLocation().getCharOffset();
          json.skipChildren();
          row = text.substring(start, (int) json.getCurrentLocation().getCharOffset());
        }
        case "watermark" -> {
          check(watermarks == null, "watermark: must stand in the line once, but stands again");
          watermarks = watermarks(value, json);
        }
        default ->
            throw new IllegalArgumentException(
                name + ": is unknown. A line holds input and row, or watermark.");
      }
    }

    private Map<String, Instant> watermarks(JsonToken value, JsonParser json) throws IOException {
      Map<String, Instant> marks = new LinkedHashMap<>();
      if (value != JsonToken.START_OBJECT) {
        Instant time = time("watermark", value, json);
        inputs.forEach(name -> marks.put(name, time));
        return marks;
      }
      IllegalArgumentException problem = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.getCurrentName();
        JsonToken token = json.nextToken();
        try {
          check(
              inputs.contains(name),
              "watermark: must be for one of " + inputs + ", but is for \"" + name + "\"");
          marks.put(name, time("watermark." + name, token, json));
        } catch (IllegalArgumentException e) {
          problem = problem == null ? e : problem;
          json.skipChildren();
        }
      }
      if (problem != null) {
        throw problem;
      }
      check(!marks.isEmpty(), "watermark: must name an input");
      return marks;
    }

    private static Instant time(String where, JsonToken value, JsonParser json) throws IOException {
      check(
          value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT,
          where + ": must be ISO-8601 text or whole milliseconds since 1970");
      try {
        return value == JsonToken.VALUE_STRING
            ? IsoTime.parse(json.getText())
            : IsoTime.ofMillis(json.getLongValue());
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(where + ": is beyond all times", e);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(where + ": the time " + e.getMessage(), e);
      }
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }
}
