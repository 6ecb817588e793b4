package dev.mortise.pipeline;

import dev.mortise.pipeline.spec.AvroSpec;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Avro as others write it: with Avro's own writers. */
public final class AvroData {
  public static final Schema ORDER =
      schema(
          """
          {"type": "record", "name": "Order", "fields": [
            {"name": "order_id", "type": "string"},
            {"name": "amount", "type": ["null", "long"], "default": null},
            {"name": "order_time", "type": {"type": "long", "logicalType": "timestamp-millis"}}
          ]}
          """);

  private AvroData() {}

  public static Schema schema(String json) {
    return new Schema.Parser().parse(json);
  }

  /** An order; its time is in milliseconds since 1970. */
  public static GenericRecord order(String id, @Nullable Long amount, long time) {
    GenericRecord order = new GenericData.Record(ORDER);
    order.put("order_id", id);
    order.put("amount", amount);
    order.put("order_time", time);
    return order;
  }

  /** An object container with two records a block. */
  public static byte[] container(Schema schema, List<GenericRecord> records, CodecFactory codec) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(codec);
      writer.create(schema, bytes);
      for (int i = 0; i < records.size(); i++) {
        writer.append(records.get(i));
        if (i % 2 == 1) {
          writer.sync();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static byte[] container(List<GenericRecord> records) {
    return container(ORDER, records, CodecFactory.deflateCodec(6));
  }

  /** A record in plain binary. */
  public static byte[] binary(GenericRecord record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The input as one in Avro. */
  public static InputSpec avro(InputSpec input, AvroSpec avro) {
    return new InputSpec(
        input.name(),
        input.from(),
        RowFormat.AVRO,
        input.schema(),
        input.eventTime(),
        input.keepUnknownFields(),
        input.watermark(),
        avro);
  }
}
