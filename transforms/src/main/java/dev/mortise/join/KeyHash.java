package dev.mortise.join;

/**
 * Hash of an encoded key: FNV-1a over its bytes, finished with the 64-bit finalizer of MurmurHash3
 * so that every bit depends on every byte. Where rows lie in state depends on it: it must never
 * change.
 */
final class KeyHash {
  private KeyHash() {}

  static long of(byte[] bytes, int from, int to) {
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ (bytes[i] & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  /** The shard of a key: a number from 0 to {@code shards - 1}, from the upper half of its hash. */
  static int shard(long hash, int shards) {
    return (int) (((hash >>> 32) * shards) >>> 32);
  }

  /** Where a key's rows lie within its shard, from the lower half of its hash. */
  static int slot(long hash) {
    return (int) hash;
  }
}
