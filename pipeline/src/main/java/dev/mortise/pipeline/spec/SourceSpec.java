package dev.mortise.pipeline.spec;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Where an input's rows come from. */
public sealed interface SourceSpec extends Serializable {

  /**
   * Files that are read once, from the first to the last row; compressed ones are recognised by
   * their ending.
   *
   * @param pattern absolute path or glob
   * @param written the pattern as the spec has it, for messages
   * @param replay null to read them as bounded input; otherwise they are replayed as a stream
   */
  record Files(String pattern, String written, @Nullable Replay replay) implements SourceSpec {}

  /**
   * Rows and watermarks of several inputs in arrival order.
   *
   * @param path absolute path
   * @param written the path as the spec has it, for messages
   */
  record Script(String path, String written) implements SourceSpec {}

  /**
   * The pace at which recorded rows are replayed.
   *
   * @param speed event time seconds for each second of processing time; infinite to go as fast as
   *     possible
   */
  record Replay(double speed) implements Serializable {
    /** As fast as possible. */
    public static final Replay MAX = new Replay(Double.POSITIVE_INFINITY);
  }
}
