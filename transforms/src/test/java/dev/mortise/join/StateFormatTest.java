package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;

/**
 * The bytes that stand in users' savepoints. A test here that fails means that a release can't read
 * the state of the one before: add a version, never edit an expectation.
 */
class StateFormatTest {
  private static final TreeLeaf LEAF =
      TreeLeaf.EMPTY
          .with(0, 0x01020304, -5, true, RowBody.of(new byte[] {7}, new byte[] {8, 9}))
          .with(0, -1, 300, false, RowBody.of(new byte[] {1, 2}, new byte[0]));

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void goldenBytes_ofALeaf() throws CoderException {
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeNodeCoder(), LEAF);
    assertThat(hex(bytes)).isEqualTo("1801000209ffffffffe2040301020304010402010201070809");
  }

  @Test
  void goldenBytes_ofAHeadWithABranch() throws CoderException {
    TreeBranch branch =
        TreeBranch.over(3, LEAF, 4, LEAF.slice(0, 1), new TreeBranch.Fence(5, 1000));
    TreeHead head = new TreeHead(branch, 5, -5, TreeNode.NONE);
    byte[] bytes = CoderUtils.encodeToByteArray(new TreeHeadCoder(), head);
    assertThat(hex(bytes))
        .isEqualTo("1d01010900050102000000000003010901d80400000005d00f040001d804");
    TreeHead back = CoderUtils.decodeFromByteArray(new TreeHeadCoder(), bytes);
    assertThat(hex(CoderUtils.encodeToByteArray(new TreeHeadCoder(), back))).isEqualTo(hex(bytes));
    assertThat(back.armed(JoinSide.LEFT)).isEqualTo(-5);
    assertThat(back.armed(JoinSide.RIGHT)).isEqualTo(TreeNode.NONE);
    assertThat(back.root().minTime(JoinSide.RIGHT)).isEqualTo(300);
  }

  @Test
  void leafComesBackAsItWas() throws CoderException {
    TreeLeaf back = (TreeLeaf) CoderUtils.clone(new TreeNodeCoder(), LEAF);
    assertThat(back.lanes).isEqualTo(LEAF.lanes);
    assertThat(back.times).isEqualTo(LEAF.times);
    assertThat(back.matched).isEqualTo(LEAF.matched);
    assertThat(back.bodies).isDeepEqualTo(LEAF.bodies);
  }

  @Test
  void emptyLeaf_isTheEmptyLeaf() throws CoderException {
    assertThat(CoderUtils.clone(new TreeNodeCoder(), TreeLeaf.EMPTY)).isSameAs(TreeLeaf.EMPTY);
  }

  @Test
  void stateOfANewerRelease_isRefused_andSaysSo() {
    byte[] newer = {2, 9, 0};
    assertThatThrownBy(() -> CoderUtils.decodeFromByteArray(new TreeNodeCoder(), newer))
        .isInstanceOf(CoderException.class)
        .hasMessageContaining("IntervalJoin node: state must be of version 1 to 1")
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
    assertThat(RowBody.keyEnd(body) - RowBody.keyStart(body)).isEqualTo(20_000);
    assertThat(body[RowBody.keyEnd(body)]).isEqualTo((byte) 5);
    assertThat(RowBody.sameKey(body, RowBody.of(key, new byte[0]))).isTrue();
    key[19_999] = 2;
    assertThat(RowBody.sameKey(body, RowBody.of(key, new byte[] {5}))).isFalse();
  }
}
