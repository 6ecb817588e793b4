package dev.mortise.pipeline.spec;

import java.io.Serializable;

/**
 * One output of a spec, written to files.
 *
 * @param name {@code matched}, {@code unmatched}, {@code late} or {@code dead_letter}
 * @param path absolute path prefix: files are named {@code PATH-SSSSS-of-NNNNN.jsonl} and alike
 * @param written the path as the spec has it, for messages
 * @param line the line of the spec that names the path
 */
public record OutputSpec(String name, String path, String written, int line)
    implements Serializable {
  public static final String MATCHED = "matched";
  public static final String UNMATCHED = "unmatched";
  public static final String LATE = "late";
  public static final String DEAD_LETTER = "dead_letter";
}
