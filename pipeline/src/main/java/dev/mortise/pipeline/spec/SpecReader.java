package dev.mortise.pipeline.spec;

import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a spec file. */
public final class SpecReader {
  private SpecReader() {}

  /**
   * Reads and checks a spec.
   *
   * @param file the spec file
   * @param environment looks up {@code ${NAME}}; null for a name that is not set
   * @throws SpecException with all that is wrong
   */
  public static PipelineSpec read(Path file, Function<String, @Nullable String> environment)
      throws SpecException {
    throw new UnsupportedOperationException("stub");
  }
}
