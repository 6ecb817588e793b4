package dev.mortise.pipeline.spec;

/** What the user typed, made fit for a one-line message. */
final class Quoted {
  private static final int LONGEST = 80;

  private Quoted() {}

  /** The text in quotes, without control characters and cut when it is long. */
  static String of(String text) {
    StringBuilder out = new StringBuilder("\"");
    int taken = 0;
    for (int i = 0; i < text.length() && taken < LONGEST; taken++) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
            out.append(String.format("\\u%04x", c));
          } else {
            out.appendCodePoint(c);
          }
        }
      }
    }
    if (text.codePointCount(0, text.length()) > LONGEST) {
      out.append("...");
    }
    return out.append('"').toString();
  }
}
