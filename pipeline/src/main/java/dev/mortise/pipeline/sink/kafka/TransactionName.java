package dev.mortise.pipeline.sink.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

/** Names for the transactions of an output: the same at every start of its pipeline. */
final class TransactionName {
  private static final int LONGEST = 80;

  private TransactionName() {}

  /** {@code mortise.PIPELINE.OUTPUT}, in the letters that brokers like in names. */
  static String of(String pipeline, String output) {
    return "mortise." + plain(pipeline) + "." + plain(output);
  }

  /** Names that differ stay different. */
  private static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
    if (plain.equals(name) && name.length() <= LONGEST) {
      return name;
    }
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return String.format(
        Locale.ROOT,
        "%s-%08x",
        plain.substring(0, Math.min(LONGEST, plain.length())),
        sum.getValue());
  }
}
