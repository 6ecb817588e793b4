package dev.mortise.pipeline.format;

import java.util.Arrays;

/**
 * A record in Avro's binary form.
 *
 * @param schema the schema that it was written with, as JSON; one instance for all the records of a
 *     file, or of a block
 * @param bytes the record; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by content below.
public record AvroDatum(String schema, byte[] bytes) {
  @Override
  public boolean equals(Object other) {
    return other instanceof AvroDatum datum
        && schema.equals(datum.schema)
        && Arrays.equals(bytes, datum.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * schema.hashCode() + Arrays.hashCode(bytes);
  }

  /** Says how long it is; what is in it is for dead letters only. */
  @Override
  public String toString() {
    return "AvroDatum[" + bytes.length + " bytes]";
  }
}
