package dev.mortise.pipeline.format;

import java.io.IOException;

/** Compressed data that ends too early or that contradicts itself. */
final class BrokenCompressionException extends IOException {
  private static final long serialVersionUID = 1L;

  BrokenCompressionException(String message) {
    super(message);
  }

  static BrokenCompressionException endsInTheMiddle() {
    return new BrokenCompressionException("the file ends in the middle of its compressed data");
  }

  static BrokenCompressionException isDamaged(String how) {
    return new BrokenCompressionException("the file's compressed data is damaged (" + how + ")");
  }
}
