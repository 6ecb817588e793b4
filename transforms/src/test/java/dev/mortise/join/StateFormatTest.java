package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bytes that stand in users' savepoints. A test here that fails means that a release can't read
 * the state of the one before: add a version, never edit an expectation.
 */
class StateFormatTest {
  private static final TreeLeaf LEAF =
      with(
          with(TreeLeaf.EMPTY, 0x01020304, -5, true, RowBody.of(new byte[] {7}, new byte[] {8, 9})),
          -1,
          300,
          false,
          RowBody.of(new byte[] {1, 2}, new byte[0]));

  private static TreeLeaf with(TreeLeaf leaf, int lane, long time, boolean matched, byte[] body) {
    return leaf.with(0, lane, time, TreeLeaf.flags(matched, false), body, 0, body.length);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void goldenBytes_ofALeaf() throws CoderException {
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeNodeCoder(), LEAF);
    assertThat(hex(bytes))
        .isEqualTo(
            "2b020000000002ffffffff0000000000012c0000000301020304fffffffffffffb8000000702010201070809");
  }

  @Test
  void goldenBytes_ofAHeadWithABranch() throws CoderException {
    TreeBranch branch =
        TreeBranch.over(3, LEAF, 4, LEAF.slice(0, 1), new TreeBranch.Fence(5, 1000));
    TreeHead head = new TreeHead(branch, 5, new ShardTimer.Setting(70, -5));
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeHeadCoder(), head);
    assertThat(hex(bytes))
        .isEqualTo(
            "63020000000000000046fffffffffffffffb0000000000000005"
                + "0201"
                + "0000000000000000000000000000000000000003fffffffffffffffb000000000000012c"
                + "0000000500000000000003e800000000000000047fffffffffffffff000000000000012c");
    TreeHead back = CoderUtils.decodeFromByteArray(new TreeHeadCoder(), bytes);
    assertThat(hex(CoderUtils.encodeToByteArray(new TreeHeadCoder(), back))).isEqualTo(hex(bytes));
    assertThat(back.timer()).isEqualTo(new ShardTimer.Setting(70, -5));
    assertThat(back.nextId()).isEqualTo(5);
    assertThat(back.root().minTime(JoinSide.RIGHT)).isEqualTo(300);
  }

  @Test
  void goldenBytes_ofALongRow() throws CoderException {
    byte[] body = RowBody.of(new byte[] {7}, new byte[] {8, 9});
    LongRow row = LongRow.of(body, 0, body.length);
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeNodeCoder(), row);
    assertThat(hex(bytes)).isEqualTo("06020201070809");
    LongRow back = (LongRow) CoderUtils.decodeFromByteArray(new TreeNodeCoder(), bytes);
    assertThat(Arrays.copyOfRange(back.bytes(), back.bodyStart(), back.bytes().length))
        .isEqualTo(body);
  }

  @Test
  void goldenBytes_ofALeafWithTheReferenceOfALongRow() throws CoderException {
    byte[] body = RowBody.of(new byte[] {7}, new byte[] {8, 9});
    byte[] reference = LongRow.reference(body, 0, 0x0a0b);
    TreeLeaf leaf =
        TreeLeaf.EMPTY.with(0, 2, 300, TreeLeaf.flags(true, true), reference, 0, reference.length);
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeNodeCoder(), leaf);
    assertThat(hex(bytes))
        .isEqualTo("1f020000000001000000020000000000012cc000000a01070000000000000a0b");
    assertThat(leaf.isLong(0)).isTrue();
    assertThat(leaf.matched(0)).isTrue();
    assertThat(LongRow.id(leaf.bytes(), leaf.bodyEnd(0))).isEqualTo(0x0a0b);
    assertThat(leaf.without(new boolean[1])).isEqualTo(leaf);
  }

  @Test
  void leafComesBackAsItWas() throws CoderException {
    TreeLeaf back = (TreeLeaf) CoderUtils.clone(new TreeNodeCoder(), LEAF);
    assertThat(back).isEqualTo(LEAF);
    assertThat(back.lane(0)).isEqualTo(-1);
    assertThat(back.time(0)).isEqualTo(300);
    assertThat(back.matched(0)).isFalse();
    assertThat(back.time(1)).isEqualTo(-5);
    assertThat(back.matched(1)).isTrue();
    assertThat(Arrays.copyOfRange(back.bytes(), back.bodyStart(1), back.bodyEnd(1)))
        .isEqualTo(RowBody.of(new byte[] {7}, new byte[] {8, 9}));
  }

  @ParameterizedTest
  @ValueSource(longs = {-9223372036854775L, -1, 0, 1, 253402300799999L, 9223372036854775L})
  void everyEventTimeOfBeam_fits(long time) {
    TreeLeaf leaf = with(TreeLeaf.EMPTY, 7, time, true, new byte[] {1, 5});
    assertThat(leaf.time(0)).isEqualTo(time);
    assertThat(leaf.lane(0)).isEqualTo(7);
    assertThat(leaf.matched(0)).isTrue();
  }

  @Test
  void emptyLeaf_isTheEmptyLeaf() throws CoderException {
    assertThat(CoderUtils.clone(new TreeNodeCoder(), TreeLeaf.EMPTY)).isEqualTo(TreeLeaf.EMPTY);
  }

  @Test
  void stateOfANewerRelease_isRefused_andSaysSo() {
    byte[] newer = {2, 9, 0};
    assertThatThrownBy(() -> CoderUtils.decodeFromByteArray(new TreeNodeCoder(), newer))
        .isInstanceOf(CoderException.class)
        .hasMessageContaining("IntervalJoin node: state must be of version 2 to 2")
        .hasMessageContaining("[9]");
  }

  @Test
  void whereKeysLie_neverChanges() {
    byte[] key = "order-4711".getBytes(StandardCharsets.UTF_8);
    long hash = KeyHash.of(key, 0, key.length);
    assertThat(Long.toHexString(hash)).isEqualTo("140f65d68b879ec1");
    assertThat(KeyHash.shard(hash, 1024)).isEqualTo(80);
    assertThat(KeyHash.slot(hash)).isEqualTo((int) hash);
  }

  @Test
  void shardsOfConsecutiveNumbers_areEvenlyFilled() {
    int[] filled = new int[64];
    for (int i = 0; i < 64_000; i++) {
      byte[] key = {0, 0, (byte) (i >> 16), (byte) (i >> 8), (byte) i};
      filled[KeyHash.shard(KeyHash.of(key, 0, key.length), 64)]++;
    }
    for (int rows : filled) {
      assertThat(rows).isBetween(850, 1_150);
    }
  }

  @Test
  void longKeys_areCutRight() {
    byte[] key = new byte[20_000];
    key[19_999] = 1;
    byte[] body = RowBody.of(key, new byte[] {5});
    assertThat(RowBody.keyEnd(body, 0) - RowBody.keyStart(body, 0)).isEqualTo(20_000);
    assertThat(body[RowBody.keyEnd(body, 0)]).isEqualTo((byte) 5);
    assertThat(RowBody.sameKey(body, 0, RowBody.of(key, new byte[0]), 0)).isTrue();
    key[19_999] = 2;
    assertThat(RowBody.sameKey(body, 0, RowBody.of(key, new byte[] {5}), 0)).isFalse();
  }
}
