package dev.mortise.pipeline.sink;

import dev.mortise.pipeline.spec.FileOutput;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** The files of an output. */
final class FileNames implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final int shards;

  /**
   * @param shards how many files are written at a time
   */
  FileNames(FileOutput output, int shards) {
    this.path = output.path();
    this.shards = shards;
  }

  /** The folder of all the files. */
  static Path folder(FileOutput output) {
    Path parent = Path.of(output.path()).toAbsolutePath().getParent();
    return parent == null ? Path.of("/") : parent;
  }

  /** What the names of an output's files look like; the unfinished ones' if asked for. */
  static Pattern pattern(FileOutput output, boolean unfinished) {
    String base = Pattern.quote(base(output.path()));
    return unfinished
        ? Pattern.compile("\\." + base + "-(part-\\d{5,}-)?\\d{5,}-of-\\d{5,}\\.unfinished")
        : Pattern.compile(base + "-(part-\\d{5,}-)?\\d{5,}-of-\\d{5,}\\.jsonl");
  }

  private static String base(String path) {
    return String.valueOf(Path.of(path).getFileName());
  }

  /** A shard's only file. */
  Path whole(int shard) {
    return Path.of(path + suffix(shard) + ".jsonl");
  }

  /** One of the files that a shard of a stream writes one after the other. */
  Path part(int shard, int part) {
    return Path.of(path + partInfix(part) + suffix(shard) + ".jsonl");
  }

  /** Where a file is while it is being written: beside its place, hidden, with another ending. */
  static Path unfinished(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.substring(0, name.length() - ".jsonl".length());
    return file.resolveSibling("." + stem + ".unfinished");
  }

  private static String partInfix(int part) {
    return String.format(Locale.ROOT, "-part-%05d", part);
  }

  private String suffix(int shard) {
    return String.format(Locale.ROOT, "-%05d-of-%05d", shard, shards);
  }
}
