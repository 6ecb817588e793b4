package dev.mortise.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The one directory that the demo writes to: of the broker, and of Flink. */
final class DemoDirectory implements AutoCloseable {
  private static final String TEMPORARY = "java.io.tmpdir";

  private final Path root;

  private DemoDirectory(Path root) {
    this.root = root;
  }

  /**
   * Makes it, and lets all temporary files of this JVM be made in it. That works only before the
   * first of them, so this one is not made as a temporary file.
   */
  static DemoDirectory create() throws IOException {
    Path root =
        Path.of(System.getProperty(TEMPORARY), "mortise-demo-" + UUID.randomUUID())
            .toAbsolutePath();
    Path temporary = root.resolve("tmp");
    Files.createDirectories(temporary);
    System.setProperty(TEMPORARY, temporary.toString());
    return new DemoDirectory(root);
  }

  Path root() {
    return root;
  }

  Path broker() {
    return root.resolve("kafka");
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
