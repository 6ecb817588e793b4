package dev.mortise.pipeline.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.jspecify.annotations.Nullable;

/** What the heads of Avro's object container files say. */
public final class AvroFiles {
  /** How Avro begins to say that it knows no codec of a name. */
  public static final String UNKNOWN_CODEC = "Unrecognized codec: ";

  /** What a codec needs on the class path, beyond Avro itself. */
  private static final Map<String, String> CODECS =
      Map.of(
          "null", "",
          "deflate", "",
          "bzip2", "org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream",
          "snappy", "org.xerial.snappy.Snappy",
          "zstandard", "com.github.luben.zstd.Zstd",
          "xz", "org.tukaani.xz.XZInputStream");

  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "bzip2", "org.apache.commons:commons-compress",
          "snappy", "org.xerial.snappy:snappy-java",
          "zstandard", "com.github.luben:zstd-jni",
          "xz", "org.tukaani:xz");

  private AvroFiles() {}

  /**
   * The schema that a container file was written with.
   *
   * @throws IOException if it is none, or can't be read
   */
  static Schema schema(Path file) throws IOException {
    try (DataFileReader<Object> reader =
        new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      return reader.getSchema();
    } catch (AvroRuntimeException | LinkageError e) {
      // A codec that is not there: what is wrong with it is for problem().
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The first file of a path or pattern, by name; null if there is none. */
  static @Nullable Path first(String pattern) {
    List<Path> files = all(pattern);
    return files.isEmpty() ? null : files.get(0);
  }

  /** The files of a path or pattern, by name; none if they can't be listed. */
  static List<Path> all(String pattern) {
    Path plain = Path.of(pattern);
    if (Files.exists(plain)) {
      return Files.isRegularFile(plain) ? List.of(plain) : List.of();
    }
    try {
      MatchResult match = FileSystems.match(pattern, EmptyMatchTreatment.ALLOW);
      return match.metadata().stream()
          .map(file -> file.resourceId().toString())
          .sorted()
          .map(Path::of)
          .filter(Files::isRegularFile)
          .toList();
    } catch (IOException | RuntimeException e) {
      // Whoever reads them says so.
      return List.of();
    }
  }

  /** Why a codec can't be undone here, as what follows "is"; null if it can. */
  public static @Nullable String codecProblem(@Nullable String codec) {
    String name = codec == null ? "null" : codec;
    String needed = CODECS.get(name);
    if (needed == null) {
      return String.format(
          "compressed with Avro's codec %s, which can't be read. Write it with one of null,"
              + " deflate, bzip2, snappy or zstandard.",
          Quoted.of(name));
    }
    if (!needed.isEmpty() && !Compression.onClassPath(needed)) {
      return String.format(
          "compressed with Avro's codec %s, and %s is not on the class path. Add it, or write the"
              + " file with deflate.",
          name, ARTIFACTS.get(name));
    }
    return null;
  }

  /** Why a file can't be read as a container, as a sentence without its subject; null if it can. */
  static @Nullable String problem(Path file) {
    try (DataFileReader<Object> reader =
        new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      String codec = codecProblem(reader.getMetaString("avro.codec"));
      return codec == null ? null : "is " + codec;
    } catch (IOException | RuntimeException | LinkageError e) {
      String codec = e instanceof AvroRuntimeException ? String.valueOf(e.getMessage()) : "";
      if (codec.startsWith(UNKNOWN_CODEC)) {
        return "is " + codecProblem(codec.substring(UNKNOWN_CODEC.length()));
      }
      return "is no Avro object container file. Check the format.";
    }
  }
}
