package dev.mortise.pipeline.spec;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a spec says of an Avro input beyond its fields.
 *
 * @param readerSchema the schema of {@code schema_file} as JSON: rows are read as it says, and
 *     plain binary was written with it; null to read each row as it was written
 * @param registry where the schemas of Confluent's wire format are kept; null if rows are not
 *     written in it
 */
public record AvroSpec(@Nullable String readerSchema, @Nullable RegistrySpec registry)
    implements Serializable {}
