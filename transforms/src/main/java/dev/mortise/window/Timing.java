package dev.mortise.window;

/** Where the watermark stood when a pane was emitted. */
public enum Timing {
  /** Before the end of the window: more rows may come, and with them more panes. */
  EARLY(0),
  /**
   * The first pane after the watermark passed the end of the window; or the only one of a batch.
   */
  ON_TIME(1),
  /** A correction: the watermark had passed the end of the window, and a row came after that. */
  LATE(2);

  private static final Timing[] BY_CODE = {EARLY, ON_TIME, LATE};

  private final int code;

  Timing(int code) {
    this.code = code;
  }

  /** What panes are encoded with. */
  int code() {
    return code;
  }

  static Timing of(int code) {
    return BY_CODE[code];
  }
}
