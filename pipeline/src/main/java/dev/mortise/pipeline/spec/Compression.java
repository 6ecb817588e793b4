package dev.mortise.pipeline.spec;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which compressions can be read. The ending of a file's name tells them apart. */
public final class Compression {
  private static final List<String> READABLE = List.of(".gz", ".bz2", ".zst");
  private static final List<String> UNREADABLE =
      List.of(".zip", ".xz", ".lz4", ".lzo", ".snappy", ".deflate", ".7z");
  private static final String ZSTD = "com.github.luben.zstd.ZstdInputStream";

  private Compression() {}

  /** Why a file of this name can't be read, as what follows its name; null if it can. */
  public static @Nullable String problem(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    for (String ending : UNREADABLE) {
      if (lowerCase.endsWith(ending)) {
        return ending + " can't be read. Use .gz, .bz2 or .zst, or no compression.";
      }
    }
    if (lowerCase.endsWith(".zst") && !onClassPath(ZSTD)) {
      return "can't be read, because zstd-jni (com.github.luben:zstd-jni) is not on the class path."
          + " Add it, or compress the file with gzip.";
    }
    return null;
  }

  /** The name without the ending of a compression that can be read. */
  static String removedFrom(String name) {
    for (String ending : READABLE) {
      if (name.toLowerCase(Locale.ROOT).endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }

  static boolean onClassPath(String className) {
    try {
      Class.forName(className, false, Compression.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
