package dev.mortise.pipeline.format;

import org.jspecify.annotations.Nullable;

/**
 * A record as it stands in its source, before it becomes a row.
 *
 * @param input the input it belongs to, as the source names it; null where a script line names none
 * @param position where it stands, such as {@code orders.jsonl:17}
 * @param text a JSON object, or a CSV record already turned into a JSON object of strings
 * @param raw the record as written, where it differs from {@code text}; otherwise null
 * @param error why it can't be read at all (not UTF-8, too long, not a record); otherwise null
 * @param avro the record where it is not text, and {@code text} is empty; otherwise null
 */
public record RawRecord(
    @Nullable String input,
    String position,
    String text,
    @Nullable String raw,
    @Nullable String error,
    @Nullable AvroDatum avro) {

  /** A record that is text. */
  public RawRecord(
      @Nullable String input,
      String position,
      String text,
      @Nullable String raw,
      @Nullable String error) {
    this(input, position, text, raw, error, null);
  }

  /** About how much memory it takes, in characters. */
  public long size() {
    return (long) text.length()
        + (raw == null ? 0 : raw.length())
        + (avro == null ? 0 : avro.bytes().length);
  }

  /** The record as a dead letter shows it. */
  public String shown() {
    if (avro != null) {
      return AvroBytes.show(avro);
    }
    return raw == null ? text : raw;
  }
}
