package dev.mortise.pipeline.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedReason;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.spec.RowId;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordKeysTest {
  private static final Instant TIME = Instant.parse("2026-01-05T10:02:00Z");
  private static final Row KEY =
      Row.withSchema(Schema.builder().addStringField("order_id").build()).addValue("O-1").build();
  private static final RecordKeys FIELDS =
      SerializableUtils.clone(
          RecordKeys.of(new RowId(List.of("order_id"), List.of("order_id", "amount"))));
  private static final RecordKeys DIGESTS = RecordKeys.of(RowId.DIGESTS);

  private static Row row(String id, @Nullable Long amount) {
    return Row.withSchema(TestInputs.ORDERS).addValues(id, amount, TIME).build();
  }

  private static JoinedPair<Row, Row, Row> pair(Row left, Row right) {
    return new JoinedPair<>(KEY, left, right, TIME, TIME);
  }

  @Test
  void fieldsThatIdentifyRows() {
    assertThat(FIELDS.matched(pair(row("O-\"1", 17L), row("P-1", null))))
        .isEqualTo("[\"O-\\\"1\",[\"P-1\",null]]");
    assertThat(
            FIELDS.unmatched(
                JoinSide.RIGHT,
                new UnmatchedRow<>(KEY, row("P-2", 3L), TIME, UnmatchedReason.NO_MATCH)))
        .isEqualTo("[\"right\",[\"P-2\",3]]");
    assertThat(FIELDS.late(new LateRow<>(JoinSide.LEFT, KEY, row("O-2", 1L), null, TIME, TIME)))
        .isEqualTo("[\"left\",\"O-2\"]");
  }

  @Test
  void digestsOfWholeRows_tellTheLeastDifference() {
    String key = DIGESTS.matched(pair(row("O-1", 1L), row("P-1", 1L)));

    assertThat(key).matches("\\[\"[0-9a-f]{32}\",\"[0-9a-f]{32}\"]");
    assertThat(DIGESTS.matched(pair(row("O-1", 1L), row("P-1", 1L)))).isEqualTo(key);
    assertThat(DIGESTS.matched(pair(row("O-1", 1L), row("P-1", 2L)))).isNotEqualTo(key);
    assertThat(DIGESTS.matched(pair(row("P-1", 1L), row("O-1", 1L)))).isNotEqualTo(key);
  }

  @Test
  void deadLettersOfFilesWithOneName_areToldApart() {
    String one = RecordKeys.deadLetter(new DeadLetter("orders", "a.jsonl:1", "bad", "{"));
    String other = RecordKeys.deadLetter(new DeadLetter("orders", "a.jsonl:1", "bad", "["));

    assertThat(one).startsWith("[\"orders\",\"a.jsonl:1\",\"").isNotEqualTo(other);
    assertThat(RecordKeys.deadLetter(new DeadLetter(null, "a:1", "bad", "{")))
        .startsWith("[null,\"a:1\",");
  }

  @Test
  void recordsKeepTheirBytes() throws Exception {
    OutputRecord row = new OutputRecord("k\u00e4y", "{}", TIME);
    OutputRecord.RecordCoder coder = new OutputRecord.RecordCoder();

    assertThat(
            CoderUtils.encodeToByteArray(
                coder, new OutputRecord("k", "{}", Instant.ofEpochMilli(1))))
        .as("version 1")
        .containsExactly(8, 1, 1, 'k', 2, '{', '}', 1, 2);
    assertThat(CoderUtils.clone(coder, row)).isEqualTo(row);
    assertThat(CoderUtils.clone(coder, new OutputRecord("", "", null)))
        .isEqualTo(new OutputRecord("", "", null));
  }
}
