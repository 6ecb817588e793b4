package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.KafkaOutput;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.io.kafka.KafkaIO;
import org.apache.beam.sdk.io.kafka.ProducerRecordCoder;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.joda.time.Duration;

/**
 * Writes records to the topic of an output.
 *
 * <ul>
 *   <li>At least once, on every runner: KafkaIO with an idempotent producer. What is done again
 *       after a failure is written again, with the same keys.
 *   <li>Exactly once, on a runner with checkpoints and bundle finalizers: {@link
 *       WriteTransactionsFn}.
 * </ul>
 *
 * <p>Windows, panes and lateness of the records play no part. Records with the same key are written
 * in their order.
 */
public final class KafkaRecords extends PTransform<PCollection<OutputRecord>, PDone> {
  private static final long serialVersionUID = 1L;

  /**
   * So many producers write the transactions of an output. More of them only help where one is not
   * enough for the output's bytes; each is one more transaction for each checkpoint.
   */
  private static final int SHARDS = 4;

  private final KafkaOutput output;
  private final String pipelineName;

  private KafkaRecords(KafkaOutput output, String pipelineName) {
    this.output = output;
    this.pipelineName = pipelineName;
  }

  /**
   * Writes to the topic of {@code output}.
   *
   * @param pipelineName the same at every start: transactions are found again by it
   */
  public static KafkaRecords to(KafkaOutput output, String pipelineName) {
    return new KafkaRecords(output, pipelineName);
  }

  @Override
  public PDone expand(PCollection<OutputRecord> records) {
    PCollection<OutputRecord> all =
        records.apply(
            "IntoGlobalWindow",
            Window.<OutputRecord>into(new GlobalWindows())
                .triggering(DefaultTrigger.of())
                .withAllowedLateness(Duration.ZERO)
                .discardingFiredPanes());
    Delivery delivery = output.delivery();
    boolean exactlyOnce =
        delivery == null
            ? records.getPipeline().getOptions().as(DeliveryOptions.class).isExactlyOnceByDefault()
            : delivery == Delivery.EXACTLY_ONCE;
    return exactlyOnce ? exactlyOnce(all) : atLeastOnce(all);
  }

  private PDone exactlyOnce(PCollection<OutputRecord> records) {
    records
        .apply("AssignProducers", ParDo.of(new AssignProducersFn(SHARDS)))
        .setCoder(KvCoder.of(VarIntCoder.of(), new OutputRecord.RecordCoder()))
        .apply(
            "WriteTransactions",
            ParDo.of(
                new WriteTransactionsFn(output, TransactionName.of(pipelineName, output.name()))));
    return PDone.in(records.getPipeline());
  }

  private PDone atLeastOnce(PCollection<OutputRecord> records) {
    String topic = output.topic();
    return records
        .apply(
            "ToProducerRecords",
            MapElements.into(new TypeDescriptor<ProducerRecord<byte[], byte[]>>() {})
                .via(line -> TopicRecords.of(topic, line)))
        .setCoder(ProducerRecordCoder.of(ByteArrayCoder.of(), ByteArrayCoder.of()))
        .apply(
            "WriteRecords",
            KafkaIO.<byte[], byte[]>writeRecords()
                .withBootstrapServers(output.connection().bootstrapServers())
                .withTopic(topic)
                .withKeySerializer(ByteArraySerializer.class)
                .withValueSerializer(ByteArraySerializer.class)
                .withProducerFactoryFn(new IdempotentProducers(output)));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("output", output.name()))
        .add(DisplayData.item("topic", output.topic()));
  }
}
