package dev.mortise.pipeline.source;

import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.Serializable;
import org.apache.beam.sdk.schemas.Schema;

/**
 * Turns the bytes of a record into a row of an input, or says everything that keeps them from being
 * one. For sources whose records are bytes, such as Kafka's. Not thread-safe.
 */
public interface RowDecoder extends Serializable {

  /** The decoder for an input's records, by the format that its spec names. */
  static RowDecoder of(InputSpec input) {
    return input.format() == RowFormat.AVRO ? new AvroRowDecoder(input) : RowParser.of(input);
  }

  /**
   * Decodes a record. Bytes that are no row are told by {@link RowParser.Parsed#error}, never
   * thrown.
   *
   * @throws RegistryUnavailableException if the record can't be judged now and must be read again
   */
  RowParser.Parsed decode(byte[] value);

  /** A record as a dead letter shows it. */
  String show(byte[] value);

  /** The schema of the rows. */
  Schema schema();
}
