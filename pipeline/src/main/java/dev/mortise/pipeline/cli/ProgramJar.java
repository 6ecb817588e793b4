package dev.mortise.pipeline.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** The jar that a program was started from, for clusters that have to be sent it. */
public final class ProgramJar {
  private ProgramJar() {}

  /** The jar that {@code type} came from; empty when it came from a folder of classes. */
  public static Optional<Path> of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
