package dev.mortise.pipeline.format;

import java.util.List;
import org.apache.beam.sdk.testing.CoderProperties;
import org.junit.jupiter.api.Test;

class CodersTest {

  @Test
  void blocksComeBackAsTheyWere() throws Exception {
    RecordBlock block =
        new RecordBlock(
            List.of(
                new RawRecord("orders", "orders.jsonl:1", "{\"a\":\"\u00e4\"}", null, null),
                new RawRecord(null, "script.jsonl:2", "", "{", "is not JSON")));
    CoderProperties.coderDecodeEncodeEqual(RecordBlockCoder.of(), block);
    CoderProperties.coderDecodeEncodeEqual(RecordBlockCoder.of(), new RecordBlock(List.of()));
    CoderProperties.coderSerializable(RecordBlockCoder.of());
  }

  @Test
  void deadLettersComeBackAsTheyWere() throws Exception {
    DeadLetter letter = new DeadLetter(null, "script.jsonl:2", "is not JSON", "{");
    CoderProperties.coderDecodeEncodeEqual(DeadLetterCoder.of(), letter);
    CoderProperties.coderDecodeEncodeEqual(
        DeadLetterCoder.of(), new DeadLetter("orders", "orders.jsonl:2", "is empty", ""));
    CoderProperties.coderSerializable(DeadLetterCoder.of());
  }
}
