package dev.mortise.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The lines that a run left in the files of its outputs, all of them below one folder. */
public final class OutputFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  /** Files below {@code folder}, each named after its output. */
  public OutputFiles(Path folder) {
    this.folder = folder;
  }

  /** All lines of {@code output}, to be closed after use. */
  public Stream<String> of(String output) {
    Stream<String> lines = files(output).stream().flatMap(OutputFiles::lines);
    return output.equals("dead_letter") ? lines.map(OutputFiles::withoutError) : lines;
  }

  private List<Path> files(String output) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> name(file).startsWith(output + "-") && name(file).endsWith(".jsonl"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files that are no output's: there should be none. */
  public List<String> strangers() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(OutputFiles::name)
          .filter(name -> Lines.OUTPUTS.stream().noneMatch(of -> name.startsWith(of + "-")))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of the error is for people, and may change: it only must be there. */
  static String withoutError(String line) {
    try {
      JsonNode letter = JSON.readTree(line);
      return letter instanceof ObjectNode object && !object.path("error").asText().isBlank()
          ? without(object).toString()
          : line;
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode without(ObjectNode letter) {
    letter.remove("error");
    return letter;
  }
}
