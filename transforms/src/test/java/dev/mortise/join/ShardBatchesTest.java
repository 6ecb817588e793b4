package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class ShardBatchesTest {
  private final Map<Integer, List<String>> arrived = new HashMap<>();
  private int batches;

  private void take(KV<Integer, RowBatch> batch, Instant earliest) {
    batches++;
    RowBatch sent;
    try {
      sent = CoderUtils.clone(new RowBatch.BatchCoder(), batch.getValue());
    } catch (CoderException e) {
      throw new AssertionError(e);
    }
    long least = Long.MAX_VALUE;
    for (Arrival row = sent.rows(); row.next(); ) {
      least = Math.min(least, row.time());
      arrived
          .computeIfAbsent(batch.getKey(), shard -> new ArrayList<>())
          .add(text(row.side(), row.time(), row.end() - row.start()));
    }
    assertThat(earliest.getMillis()).isEqualTo(least);
  }

  private static String text(JoinSide side, long time, int length) {
    return side + " " + time + " " + length;
  }

  private static BodyBuffer body(int length) {
    BodyBuffer body = new BodyBuffer();
    body.write(new byte[length], 0, length);
    return body;
  }

  @Test
  void everyRowArrivesOnce_inOrder_howeverLargeRowsAndBundlesAre() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      ShardBatches gathered = new ShardBatches(16);
      Map<Integer, List<String>> expected = new HashMap<>();
      arrived.clear();
      batches = 0;
      int rows = 5_000;
      for (int i = 0; i < rows; i++) {
        int shard = Math.min(random.nextInt(16), random.nextInt(16));
        JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
        long time = random.nextLong(-1_000, 1_000);
        int length = random.nextInt(100) == 0 ? random.nextInt(60_000) : random.nextInt(200);
        gathered.add(shard, side, time, body(length), this::take);
        expected.computeIfAbsent(shard, any -> new ArrayList<>()).add(text(side, time, length));
        if (random.nextInt(1_000) == 0) {
          gathered.flush(this::take);
        }
      }
      gathered.flush(this::take);
      assertThat(arrived).as("seed %d", seed).isEqualTo(expected);
      assertThat(batches).isLessThan(rows / 5);
      int before = batches;
      gathered.flush(this::take);
      assertThat(batches).isEqualTo(before);
    }
  }

  @Test
  void rowsOfABundleThatFailed_areForgotten() {
    ShardBatches gathered = new ShardBatches(4);
    gathered.add(2, JoinSide.LEFT, 1, body(3), this::take);
    gathered.clear();
    gathered.add(2, JoinSide.RIGHT, 7, body(5), this::take);
    gathered.flush(this::take);
    assertThat(arrived).isEqualTo(Map.of(2, List.of(text(JoinSide.RIGHT, 7, 5))));
  }

  @Test
  void keysOfAnyLength_areHashedAndReadBack() throws Exception {
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 70_000}) {
      byte[] key = new byte[length];
      new Random(length).nextBytes(key);
      BodyBuffer body = new BodyBuffer();
      long hash = body.putKey(ByteArrayCoder.of(), key);
      body.putRow(ByteArrayCoder.of(), new byte[] {1, 2, 3});
      assertThat(body.toByteArray()).isEqualTo(RowBody.of(key, new byte[] {1, 2, 3}));
      assertThat(hash).isEqualTo(KeyHash.of(key, 0, key.length));
    }
  }
}
