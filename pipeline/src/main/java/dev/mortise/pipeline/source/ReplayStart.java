package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.util.Collection;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where in event time a paced replay begins: at the earliest of the first rows of all the inputs
 * that are replayed together, so that recordings which begin apart stay apart.
 */
final class ReplayStart {
  private ReplayStart() {}

  /** The earliest first event time of {@code inputs}; null if none has a readable row. */
  static @Nullable Instant of(Collection<InputSpec> inputs) throws IOException {
    Instant earliest = null;
    for (InputSpec input : inputs) {
      Instant first = first(input, (SourceSpec.Files) input.from());
      if (first != null && (earliest == null || first.isBefore(earliest))) {
        earliest = first;
      }
    }
    return earliest;
  }

  private static @Nullable Instant first(InputSpec input, SourceSpec.Files from)
      throws IOException {
    RowParser parser = RowParser.of(input);
    try (FilesReader files =
        new FilesReader(
            InputFiles.find(from.pattern(), from.written()),
            input.format(),
            input.name(),
            FilesPosition.START)) {
      RawRecord record = files.next();
      while (record != null) {
        Instant time = parser.parse(record).eventTime();
        if (time != null) {
          return time;
        }
        record = files.next();
      }
      return null;
    }
  }
}
