package dev.mortise.pipeline.source;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open readers that wait in this process for whoever takes up where they stopped. Only a saving: a
 * reader that is not here is replaced by one that reads from the start.
 */
final class ParkedReaders {
  private static final Logger LOG = LoggerFactory.getLogger(ParkedReaders.class);

  /** Each keeps a file open. The one parked first goes first. */
  private static final int MOST = 64;

  private static final Map<String, FilesReader> READERS = new LinkedHashMap<>();

  private ParkedReaders() {}

  static synchronized void park(String name, FilesReader reader) {
    close(READERS.put(name, reader));
    if (READERS.size() > MOST) {
      close(READERS.remove(READERS.keySet().iterator().next()));
    }
  }

  static synchronized @Nullable FilesReader take(String name) {
    return READERS.remove(name);
  }

  private static void close(@Nullable FilesReader reader) {
    if (reader != null) {
      try {
        reader.close();
      } catch (IOException e) {
        LOG.warn("A file could not be closed.", e);
      }
    }
  }
}
