package dev.mortise.runner.spark.engine;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;

/**
 * Files below a directory, each written under another name first, so that none is ever half there.
 */
interface Storage extends Serializable {
  /** Writes the bytes of a file. */
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  void write(String file, Writing writing) throws IOException;

  /** A file's bytes, or null if there is no such file. */
  @Nullable InputStream open(String file) throws IOException;

  /** The names in a folder, none if there is no such folder. */
  List<String> list(String folder) throws IOException;

  /** Deletes a file, or a folder with all that is in it, if it is there. */
  void delete(String file) throws IOException;

  /** The storage at a path or URI. A relative path is one of this process, wherever it is used. */
  static Storage at(String root) {
    java.net.URI uri = new Path(root).toUri();
    return uri.getScheme() == null || uri.getScheme().equals("file")
        ? new Local(java.nio.file.Path.of(uri.getPath()).toAbsolutePath().toString())
        : new Remote(root);
  }

  /** Without Hadoop, which starts a process for each file to set its permissions. */
  record Local(String root) implements Storage {
    private java.nio.file.Path path(String file) {
      return java.nio.file.Path.of(root).resolve(file);
    }

    @Override
    public void write(String file, Writing writing) throws IOException {
      java.nio.file.Path path = path(file);
      java.nio.file.Path folder = path.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      java.nio.file.Path unfinished =
          path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID());
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
        writing.to(out);
      }
      Files.move(
          unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public @Nullable InputStream open(String file) throws IOException {
      try {
        return new BufferedInputStream(Files.newInputStream(path(file)));
      } catch (NoSuchFileException e) {
        return null;
      }
    }

    @Override
    public List<String> list(String folder) throws IOException {
      try (Stream<java.nio.file.Path> files = Files.list(path(folder))) {
        return files.map(file -> file.getFileName().toString()).toList();
      } catch (NoSuchFileException e) {
        return List.of();
      }
    }

    @Override
    public void delete(String file) throws IOException {
      java.nio.file.Path path = path(file);
      if (!Files.exists(path)) {
        return;
      }
      try (Stream<java.nio.file.Path> all = Files.walk(path)) {
        for (java.nio.file.Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(one);
        }
      }
    }
  }

  /** Any file system that Hadoop knows. */
  record Remote(String root) implements Storage {
    private Path path(String file) {
      return file.isEmpty() ? new Path(root) : new Path(root, file);
    }

    private FileSystem system() throws IOException {
      return path("").getFileSystem(SparkHadoopUtil.get().conf());
    }

    @Override
    public void write(String file, Writing writing) throws IOException {
      Path path = path(file);
      Path unfinished = new Path(path.getParent(), "." + path.getName() + "." + UUID.randomUUID());
      try (OutputStream out = new BufferedOutputStream(system().create(unfinished, true))) {
        writing.to(out);
      }
      // Where a rename does not replace, what is there is of an attempt that wrote the same.
      if (!system().rename(unfinished, path)) {
        system().delete(path, false);
        if (!system().rename(unfinished, path)) {
          throw new IOException("Checkpoint: " + path + " must be writable, but is not.");
        }
      }
    }

    @Override
    public @Nullable InputStream open(String file) throws IOException {
      try {
        return new BufferedInputStream(system().open(path(file)));
      } catch (FileNotFoundException e) {
        return null;
      }
    }

    @Override
    public List<String> list(String folder) throws IOException {
      List<String> names = new ArrayList<>();
      try {
        for (FileStatus file : system().listStatus(path(folder))) {
          names.add(file.getPath().getName());
        }
      } catch (FileNotFoundException e) {
        return names;
      }
      return names;
    }

    @Override
    public void delete(String file) throws IOException {
      system().delete(path(file), true);
    }
  }
}
