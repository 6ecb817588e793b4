package dev.mortise.pipeline.spec;

/** A value that can't be what it should, with the sentences that say so to the user. */
final class UserMistake extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String text;

  UserMistake(String text) {
    super(text);
    this.text = text;
  }

  /** What was typed, and how to fix it. */
  String text() {
    return text;
  }
}
