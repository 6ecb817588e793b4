package dev.mortise.pipeline.spec;

/**
 * An output that is written to files.
 *
 * @param name what is written
 * @param path absolute path prefix: files are named {@code PATH-SSSSS-of-NNNNN.jsonl} and alike
 * @param written the path as the spec has it, for messages
 * @param line the line of the spec that names the path
 */
public record FileOutput(String name, String path, String written, int line)
    implements OutputSpec {}
