package dev.mortise.pipeline.format;

import org.apache.avro.Schema;

/** Parses schemas that others have written. */
public final class AvroSchemas {
  private AvroSchemas() {}

  /**
   * A schema of JSON. Names and defaults are taken as they are: whoever wrote rows with them has
   * managed, and they are not ours to judge.
   *
   * @throws org.apache.avro.AvroRuntimeException if it is none
   */
  public static Schema parse(String json) {
    return new Schema.Parser().setValidate(false).setValidateDefaults(false).parse(json);
  }
}
