package dev.mortise.demo;

/** The bytes of a record, which nobody changes. */
final class Payload {
  private final byte[] bytes;

  Payload(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  byte[] bytes() {
    return bytes.clone();
  }
}
