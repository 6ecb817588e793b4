package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.FilePosition;
import java.io.Serializable;

/**
 * Where reading several files goes on.
 *
 * @param file index of the file
 * @param position place in that file
 */
record FilesPosition(int file, FilePosition position) implements Serializable {
  static final FilesPosition START = new FilesPosition(0, FilePosition.START);
}
