package dev.mortise.pipeline.format;

import java.io.Serializable;
import org.apache.beam.sdk.io.fs.ResourceId;

/**
 * A file of an input.
 *
 * @param resource the file
 * @param name its name in positions: as much of the path as tells it from the input's other files
 * @param sizeBytes its size as stored, in bytes
 */
public record InputFile(ResourceId resource, String name, long sizeBytes) implements Serializable {}
