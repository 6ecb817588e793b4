package dev.mortise.pipeline.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;

/** JSON as it is read and written everywhere here. */
public final class RawJson {
  /** Thread-safe. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder().disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).build();

  private RawJson() {}

  /** Writes the value that the parser stands on, with its numbers as they are written. */
  public static void copyValue(JsonParser from, JsonGenerator to) throws IOException {
    int depth = 0;
    JsonToken token = from.currentToken();
    do {
      if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
        to.writeNumber(from.getText());
      } else {
        to.copyCurrentEvent(from);
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && (token = from.nextToken()) != null);
  }

  /** What is wrong with text that is not JSON, for the user. */
  public static String explain(JsonProcessingException e) {
    String place = e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
    return "is not JSON: " + e.getOriginalMessage() + place;
  }
}
