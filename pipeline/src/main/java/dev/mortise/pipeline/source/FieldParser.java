package dev.mortise.pipeline.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.mortise.pipeline.format.IsoTime;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.TypeName;
import org.jspecify.annotations.Nullable;

/** Reads one field's values. Says what is wrong by {@link BadValue}. */
final class FieldParser implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Digits that a decimal may have before the point, and behind it. */
  static final int MAX_DIGITS = 1000;

  private static final int SHOWN_CHARACTERS = 100;
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  /** A value that the field can't take. */
  static final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;

    BadValue(String message) {
      super(message, null, false, false);
    }
  }

  private final String name;
  private final TypeName type;
  private final boolean nullable;
  private final boolean fromText;
  private final boolean eventTime;

  /**
   * @param fromText whether every value is text, as in CSV; then an empty one stands for null, or
   *     for an empty string in a string field that can't be null
   * @param eventTime whether this is the row's event time, which is never null
   */
  FieldParser(Field field, boolean fromText, boolean eventTime) {
    this.name = field.getName();
    this.type = field.getType().getTypeName();
    this.nullable = field.getType().getNullable() && !eventTime;
    this.eventTime = eventTime;
    this.fromText = fromText;
    if (wanted().isEmpty()) {
      throw new IllegalArgumentException(name + ": rows can't hold fields of type " + type);
    }
  }

  String name() {
    return name;
  }

  boolean nullable() {
    return nullable;
  }

  /** Reads the value that the parser stands on and leaves the parser at its end. */
  @Nullable Object read(JsonParser json, boolean escapes) throws IOException, BadValue {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      if (!nullable) {
        throw new BadValue(name + absent("null"));
      }
      return null;
    }
    if (token.isStructStart()) {
      json.skipChildren();
      throw bad(token == JsonToken.START_OBJECT ? "an object" : "an array");
    }
    if (fromText) {
      return fromText(json.getText(), escapes);
    }
    return switch (type) {
      case STRING -> {
        if (token != JsonToken.VALUE_STRING) {
          throw bad(shown(json, token));
        }
        yield text(json.getText(), escapes);
      }
      case BOOLEAN -> {
        if (!token.isBoolean()) {
          throw bad(shown(json, token));
        }
        yield token == JsonToken.VALUE_TRUE;
      }
      case INT32, INT64 -> {
        if (token != JsonToken.VALUE_NUMBER_INT) {
          throw bad(shown(json, token));
        }
        yield wholeNumber(json.getText(), "the number ");
      }
      case DOUBLE -> {
        if (!token.isNumeric()) {
          throw bad(shown(json, token));
        }
        yield floating(json.getText(), "the number ");
      }
      case DECIMAL -> {
        if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
          throw bad(shown(json, token));
        }
        yield decimal(json.getText(), token.isNumeric() ? "the number " : "the text ");
      }
      case DATETIME -> {
        if (token == JsonToken.VALUE_STRING) {
          yield time(json.getText());
        }
        if (token != JsonToken.VALUE_NUMBER_INT) {
          throw bad(shown(json, token));
        }
        yield millis(json.getText());
      }
      default -> throw new IllegalStateException("type " + type);
    };
  }

  private @Nullable Object fromText(String text, boolean escapes) throws BadValue {
    if (text.isEmpty() && (nullable || type != TypeName.STRING)) {
      if (!nullable) {
        throw new BadValue(name + absent("empty"));
      }
      return null;
    }
    return switch (type) {
      case STRING -> text(text, escapes);
      case BOOLEAN ->
          switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(quoted(text));
          };
      case INT32, INT64 -> wholeNumber(text, "the text ");
      case DOUBLE -> floating(text, "the text ");
      case DECIMAL -> decimal(text, "the text ");
      case DATETIME -> WHOLE_NUMBER.matcher(text).matches() ? millis(text) : time(text);
      default -> throw new IllegalStateException("type " + type);
    };
  }

  private String text(String text, boolean escapes) throws BadValue {
    // Only an escape can bring half a character past the decoding of UTF-8.
    if (escapes && hasLoneSurrogate(text)) {
      throw new BadValue(name + ": must be text, but holds half a character (a lone surrogate)");
    }
    return text;
  }

  static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private Object wholeNumber(String text, String kind) throws BadValue {
    if (!WHOLE_NUMBER.matcher(text).matches()) {
      throw bad(kind + cut(text));
    }
    boolean wide = type == TypeName.INT64;
    try {
      long value = Long.parseLong(text);
      if (wide) {
        return value;
      }
      if (value == (int) value) {
        return (int) value;
      }
    } catch (NumberFormatException e) {
      // More digits than a long has: below.
    }
    throw new BadValue(
        String.format(
            Locale.ROOT,
            "%s: must lie between %d and %d, but is %s",
            name,
            wide ? Long.MIN_VALUE : Integer.MIN_VALUE,
            wide ? Long.MAX_VALUE : Integer.MAX_VALUE,
            cut(text)));
  }

  private Object floating(String text, String kind) throws BadValue {
    if (!NUMBER.matcher(text).matches()) {
      throw bad(kind + cut(text));
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new BadValue(name + ": must fit into a double, but is " + cut(text));
    }
    return value;
  }

  private Object decimal(String text, String kind) throws BadValue {
    if (text.length() <= 3 * MAX_DIGITS && NUMBER.matcher(text).matches()) {
      try {
        BigDecimal value = new BigDecimal(text);
        long whole = (long) value.precision() - value.scale();
        if (whole <= MAX_DIGITS && value.scale() <= MAX_DIGITS) {
          return value;
        }
      } catch (NumberFormatException e) {
        // An exponent beyond all bounds: below.
      }
    } else if (text.length() <= 3 * MAX_DIGITS) {
      throw bad(kind + cut(text));
    }
    throw new BadValue(
        String.format(
            Locale.ROOT,
            "%s: must have at most %,d digits on each side of the point, but is %s",
            name,
            MAX_DIGITS,
            cut(text)));
  }

  private Object time(String text) throws BadValue {
    try {
      return IsoTime.parse(text);
    } catch (IllegalArgumentException e) {
      throw new BadValue(name + ": the time " + e.getMessage() + ", but is " + quoted(text));
    }
  }

  private Object millis(String text) throws BadValue {
    long millis;
    try {
      millis = Long.parseLong(text);
    } catch (NumberFormatException e) {
      millis = text.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    try {
      return IsoTime.ofMillis(millis);
    } catch (IllegalArgumentException e) {
      throw new BadValue(
          name + ": the time " + e.getMessage() + ", but is " + cut(text) + " milliseconds");
    }
  }

  private BadValue bad(String found) {
    return new BadValue(name + ": must be " + wanted() + ", but is " + found);
  }

  private String absent(String how) {
    return (eventTime ? ": is the event time and must not be " : ": must not be ") + how;
  }

  private String wanted() {
    return wanted(type);
  }

  /** What a field of a type takes, in words; nothing if there are no such fields. */
  static String wanted(TypeName type) {
    return switch (type) {
      case STRING -> "text";
      case INT32, INT64 -> "a whole number";
      case DOUBLE -> "a number";
      case DECIMAL -> "a number, or text that is one";
      case BOOLEAN -> "true or false";
      case DATETIME -> "a time, as ISO-8601 text or whole milliseconds since 1970";
      default -> "";
    };
  }

  private static String shown(JsonParser json, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> quoted(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "the number " + cut(json.getText());
      default -> json.getText();
    };
  }

  private static String quoted(String text) {
    return "the text \"" + cut(text) + "\"";
  }

  static String cut(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
