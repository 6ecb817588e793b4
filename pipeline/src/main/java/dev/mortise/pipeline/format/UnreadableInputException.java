package dev.mortise.pipeline.format;

import java.io.IOException;

/** An input that can't be read as a whole; the message is for the user. */
public final class UnreadableInputException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnreadableInputException(String message) {
    super(message);
  }
}
