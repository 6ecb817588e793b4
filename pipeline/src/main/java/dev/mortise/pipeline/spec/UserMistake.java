package dev.mortise.pipeline.spec;

/** A value that can't be what it should, with the sentences that say so to the user. */
final class UserMistake extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final String discreet;

  UserMistake(String text) {
    this(text, text);
  }

  /**
   * @param discreet the same without what was typed, which may be a secret
   */
  UserMistake(String text, String discreet) {
    super(text);
    this.text = text;
    this.discreet = discreet;
  }

  /** What was typed, and how to fix it. */
  String text() {
    return text;
  }

  /** The same for a value that may be a secret. */
  String discreetText() {
    return discreet;
  }
}
