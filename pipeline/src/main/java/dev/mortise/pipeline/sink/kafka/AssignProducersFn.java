package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Decides which producer writes a record: the same for a key, so that its records keep order. */
final class AssignProducersFn extends DoFn<OutputRecord, KV<Integer, OutputRecord>> {
  private static final long serialVersionUID = 1L;

  private final int producers;

  AssignProducersFn(int producers) {
    this.producers = producers;
  }

  @ProcessElement
  public void process(
      @Element OutputRecord row, OutputReceiver<KV<Integer, OutputRecord>> receiver) {
    receiver.output(KV.of(Math.floorMod(row.key().hashCode(), producers), row));
  }
}
