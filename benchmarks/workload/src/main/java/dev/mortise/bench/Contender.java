package dev.mortise.bench;

import java.nio.file.Path;

/** One way to join the two streams of a workload. */
public interface Contender {

  /**
   * Joins, tells {@link Found} of every pair and unmatched row, and returns when all is done.
   *
   * @param scratch an empty directory; checkpoints go to {@code checkpoints} in it
   * @param rocksdb whether state is to be kept in RocksDB instead of on the heap
   */
  void run(Workload workload, Path scratch, boolean rocksdb) throws Exception;
}
