package dev.mortise.runner.spark.engine.state;

import java.util.Arrays;

/** An encoded key. Equal if the bytes are. Ordered by them, as a last resort for ties. */
public final class KeyBytes implements Comparable<KeyBytes> {
  private final byte[] bytes;
  private final int hash;

  /** Wraps {@code bytes}, which must not be changed afterwards. */
  public KeyBytes(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  /** The bytes themselves, not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Which of {@code partitions} the key belongs to: the same in every process. */
  public int partition(int partitions) {
    // Arrays.hashCode keeps the low bits of short keys close together.
    int mixed = hash * 0x9E3779B9;
    return Math.floorMod(mixed ^ (mixed >>> 16), partitions);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyBytes that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public int compareTo(KeyBytes that) {
    return Arrays.compareUnsigned(bytes, that.bytes);
  }

  @Override
  public String toString() {
    return "KeyBytes(" + bytes.length + " bytes)";
  }
}
