package dev.mortise.pipeline.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether the files that a spec names can be read and written as things stand. It changes
 * nothing.
 *
 * <p>An output's path is what its files' names begin with, so a directory of that very name is no
 * obstacle: the files lie beside it. A file of that name is one, because it is most likely what the
 * user wants to be written over, and it would not be.
 */
public final class SpecFiles {
  private final PipelineSpec spec;
  private final Set<String> seen = new TreeSet<>();
  private final List<String> problems = new ArrayList<>();

  private SpecFiles(PipelineSpec spec) {
    this.spec = spec;
  }

  /** What is wrong, a sentence or two each for the user; empty if nothing is. */
  public static List<String> check(PipelineSpec spec) {
    SpecFiles files = new SpecFiles(spec);
    spec.inputs().values().forEach(files::checkInput);
    for (OutputSpec output : spec.outputs().values()) {
      if (output instanceof FileOutput written) {
        files.checkOutput(written);
      }
    }
    return List.copyOf(files.problems);
  }

  private void checkInput(InputSpec input) {
    String field = "inputs." + input.name() + ".from.";
    if (input.from() instanceof SourceSpec.Files files) {
      Path path = plainPath(files.pattern());
      String complaint = path != null ? aboutFile(path, files.written()) : aboutPattern(files);
      if (complaint == null && input.format() == RowFormat.AVRO) {
        complaint = aboutAvro(files);
      }
      add(field + "files", files.line(), complaint);
    } else if (input.from() instanceof SourceSpec.Script script && seen.add(script.path())) {
      // One script serves many inputs, and is worth one complaint.
      add(field + "script", script.line(), aboutFile(Path.of(script.path()), script.written()));
    }
  }

  /** The path itself, unless it can only be meant as a pattern. */
  private static @Nullable Path plainPath(String pattern) {
    Path path = Path.of(pattern);
    return !SpecPaths.isPattern(pattern) || Files.exists(path) ? path : null;
  }

  private static @Nullable String aboutFile(Path path, String written) {
    String quoted = Quoted.of(written);
    if (Files.isDirectory(path)) {
      return quoted + " is a directory. Name the files in it, such as " + written + "/*.jsonl.";
    }
    if (!Files.exists(path)) {
      return "there is no file " + quoted + ". Paths are relative to the spec file.";
    }
    if (!Files.isRegularFile(path)) {
      return quoted + " is not an ordinary file. Write the rows to one first.";
    }
    if (!Files.isReadable(path)) {
      return quoted + " can't be read. Check its permissions.";
    }
    return null;
  }

  private static @Nullable String aboutPattern(SourceSpec.Files files) {
    String quoted = Quoted.of(files.written());
    try {
      // Beam's own matching, so that the answer is the one of the run.
      MatchResult match = FileSystems.match(files.pattern(), EmptyMatchTreatment.ALLOW);
      List<MatchResult.Metadata> found =
          match.status() == MatchResult.Status.OK ? match.metadata() : List.of();
      if (found.isEmpty()) {
        return "no file matches " + quoted + ". Paths are relative to the spec file.";
      }
      for (MatchResult.Metadata file : found) {
        String name = String.valueOf(file.resourceId().getFilename());
        String compression = Compression.problem(name);
        if (compression != null) {
          return String.format("%s matches %s: %s", quoted, Quoted.of(name), compression);
        }
        if (!Files.isReadable(Path.of(file.resourceId().toString()))) {
          return String.format(
              "%s matches %s, which can't be read. Check its permissions.",
              quoted, Quoted.of(name));
        }
      }
      return null;
    } catch (IOException | RuntimeException e) {
      return "the files that match "
          + quoted
          + " can't be listed. Check the permissions of their"
          + " directories.";
    }
  }

  private static @Nullable String aboutAvro(SourceSpec.Files files) {
    for (Path file : AvroFiles.all(files.pattern())) {
      String problem = AvroFiles.problem(file);
      if (problem != null) {
        return Quoted.of(YamlText.nameOf(file)) + " " + problem;
      }
    }
    return null;
  }

  private void checkOutput(FileOutput output) {
    String field = "outputs." + output.name() + ".to.files";
    String quoted = Quoted.of(output.written());
    Path path = Path.of(output.path());
    if (Files.exists(path) && !Files.isDirectory(path)) {
      add(
          field,
          output.line(),
          String.format(
              "%s is a file, and would not be written over: the output's files are named %s-...jsonl."
                  + " Move it away, or choose another path.",
              quoted, path.getFileName()));
      return;
    }
    Path directory = path.getParent();
    while (directory != null && !Files.exists(directory)) {
      directory = directory.getParent();
    }
    if (directory == null) {
      return;
    }
    String shown = Quoted.of(shown(directory));
    if (!Files.isDirectory(directory)) {
      add(
          field,
          output.line(),
          shown
              + " is a file, but has to be a directory for "
              + quoted
              + " to be written in it."
              + " Move it away, or choose another path.");
    } else if (!Files.isWritable(directory)) {
      add(
          field,
          output.line(),
          "the directory "
              + shown
              + " can't be written to. Check its permissions, or choose another"
              + " path.");
    }
  }

  /** Relative to the spec where it lies below it: shorter, and no news to the user. */
  private String shown(Path directory) {
    Path base = spec.file().getParent();
    return base != null && directory.startsWith(base) && !directory.equals(base)
        ? base.relativize(directory).toString()
        : directory.toString();
  }

  private void add(String field, int line, @Nullable String complaint) {
    if (complaint != null) {
      problems.add(Problems.at(YamlText.nameOf(spec.file()), field, line) + ": " + complaint);
    }
  }
}
