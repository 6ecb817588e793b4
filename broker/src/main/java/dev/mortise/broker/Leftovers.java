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
    // Between the two steps it may have come back.
    for (int i = 0; directory.isDirectory() || !blocked(); i++) {
      File aside = new File(directory.getPath() + "-ended" + i);
      if (directory.renameTo(aside)) {
        moved.add(aside);
      } else if (!directory.getParentFile().canWrite()) {
        return;
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
      // Nobody is left to be told.
      return !directory.getParentFile().canWrite();
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
