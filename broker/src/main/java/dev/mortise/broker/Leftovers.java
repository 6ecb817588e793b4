package dev.mortise.broker;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory to delete while Kafka still runs in it: that creates what it misses anew, the
 * directories above it included.
 */
final class Leftovers {
  private static final int MOST_ATTEMPTS = 1_000;

  private final File directory;
  private final List<File> moved = new ArrayList<>();

  Leftovers(File directory) {
    this.directory = directory;
  }

  /**
   * Moves the directory to another name and puts a file in its place, below which nobody can create
   * anything.
   */
  void takeAway() {
    // Between the two steps it may come back; where they can't be done, the broker still has to
    // end.
    for (int i = 0; i < MOST_ATTEMPTS && (directory.isDirectory() || !blocked()); i++) {
      File aside = new File(directory.getPath() + "-ended" + i);
      if (directory.renameTo(aside)) {
        moved.add(aside);
      }
    }
  }

  /** Deletes all that was moved and then what blocks its place; as far as possible. */
  void delete() {
    moved.forEach(Leftovers::delete);
    delete(directory);
  }

  private boolean blocked() {
    try {
      return directory.createNewFile() || directory.isFile();
    } catch (IOException e) {
      return false;
    }
  }

  private static void delete(File file) {
    File[] within = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
    if (within != null) {
      for (File one : within) {
        delete(one);
      }
    }
    boolean unused = file.delete();
  }
}
