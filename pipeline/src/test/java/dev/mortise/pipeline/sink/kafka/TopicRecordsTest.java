package dev.mortise.pipeline.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.RowId;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.junit.jupiter.api.Test;

class TopicRecordsTest {
  private static final KafkaOutput OUTPUT =
      new KafkaOutput(
          "matched",
          new KafkaConnection("broker:9092", Map.of()),
          "pairs",
          null,
          RowId.DIGESTS,
          null,
          7);

  @Test
  void aRightThatIsMissing_isToldWithTheOutput() {
    Exception refused =
        new KafkaException(new ClusterAuthorizationException("Cluster authorization failed."));

    assertThat(TopicRecords.explain(OUTPUT, refused))
        .hasNoCause()
        .hasMessageStartingWith(
            "outputs.matched.to.kafka: topic pairs must let records in, but broker:9092 says:"
                + " Cluster authorization failed. Ask for the right to write to it;");
  }

  @Test
  void whatPassesByItself_isLeftAsItIs() {
    Exception away = new KafkaException("broker away");

    assertThat(TopicRecords.explain(OUTPUT, away)).isSameAs(away);
  }
}
