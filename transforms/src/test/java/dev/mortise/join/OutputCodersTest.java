package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class OutputCodersTest {
  private static final Instant BEFORE_1970 = Instant.ofEpochMilli(-62_135_596_800_000L);
  private static final Instant LATER = Instant.ofEpochMilli(1_767_607_440_000L);

  @Test
  void everyOutputRow_comesBackAsItWas() throws Exception {
    Coder<JoinedPair<String, Integer, Long>> pairs =
        new JoinedPairCoder<>(StringUtf8Coder.of(), VarIntCoder.of(), VarLongCoder.of());
    CoderProperties.coderDecodeEncodeEqual(pairs, new JoinedPair<>("k", 1, 2L, BEFORE_1970, LATER));
    CoderProperties.coderSerializable(pairs);

    Coder<UnmatchedRow<String, Integer>> unmatched =
        new UnmatchedRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of());
    for (UnmatchedRow<String, Integer> row :
        List.of(
            new UnmatchedRow<>("k", 1, LATER, UnmatchedReason.NO_MATCH),
            new UnmatchedRow<String, Integer>(null, 1, LATER, UnmatchedReason.NULL_KEY))) {
      CoderProperties.coderDecodeEncodeEqual(unmatched, row);
    }
    CoderProperties.coderSerializable(unmatched);

    Coder<LateRow<String, Integer, Long>> late =
        new LateRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of(), VarLongCoder.of());
    for (LateRow<String, Integer, Long> row :
        List.of(
            new LateRow<String, Integer, Long>(JoinSide.LEFT, "k", 1, null, BEFORE_1970, LATER),
            new LateRow<String, Integer, Long>(JoinSide.RIGHT, "k", null, 2L, LATER, LATER))) {
      CoderProperties.coderDecodeEncodeEqual(late, row);
    }
    CoderProperties.coderSerializable(late);
  }

  @Test
  void pair_hasTheLaterTime_andASignedGap() {
    JoinedPair<String, Integer, Long> pair =
        new JoinedPair<>("k", 1, 2L, LATER, LATER.minus(Duration.millis(5)));
    assertThat(pair.eventTime()).isEqualTo(LATER);
    assertThat(pair.gap().getMillis()).isEqualTo(-5);
  }
}
