package dev.mortise.pipeline.sink;

import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;

/** A step that writes the lines of shards to files, and keeps the files open between bundles. */
abstract class FileWritingFn extends DoFn<KV<Integer, byte[]>, Void> {
  private static final long serialVersionUID = 1L;

  private transient @Nullable OpenFiles files;

  final OpenFiles files() {
    OpenFiles open = files;
    if (open == null) {
      open = new OpenFiles();
      files = open;
    }
    return open;
  }

  @Teardown
  public void close() throws IOException {
    OpenFiles open = files;
    files = null;
    if (open != null) {
      open.close();
    }
  }
}
