package dev.mortise.pipeline.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files that are being written, each at a length that its writer keeps in Beam's state. Bytes go
 * where that length says, so that work which a runner does again overwrites what the first attempt
 * wrote; bytes beyond the length are cut off when the file is finished. Kept open between bundles,
 * because a bundle may hold a single line.
 */
final class OpenFiles implements AutoCloseable {
  private static final int MOST = 16;

  private final Map<Path, FileChannel> channels = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Writes bytes into the unfinished form of a file.
   *
   * @param length how many bytes of it count so far
   */
  void append(Path file, long length, byte[] bytes) throws IOException {
    FileChannel channel = open(file, length);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long at = length;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }

  /** Cuts a file to its length and gives it its name, in one step. */
  void finish(Path file, long length) throws IOException {
    FileChannel channel = open(file, length);
    channel.truncate(length);
    channel.force(true);
    channels.remove(file);
    channel.close();
    Files.move(
        FileNames.unfinished(file),
        file,
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private FileChannel open(Path file, long length) throws IOException {
    FileChannel known = channels.get(file);
    if (known != null) {
      return known;
    }
    Path unfinished = FileNames.unfinished(file);
    if (length == 0) {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } else if (!Files.exists(unfinished) && Files.exists(file)) {
      // Finished by an attempt that did not count.
      Files.move(file, unfinished, StandardCopyOption.ATOMIC_MOVE);
    }
    if (length > 0 && !Files.exists(unfinished)) {
      throw new IOException(
          String.format(
              "%s: must be there with the %d bytes that were written before, but is not. Bring the"
                  + " file back; if the path of the output was changed, change it back; or start the"
                  + " run anew.",
              unfinished, length));
    }
    FileChannel channel =
        length == 0
            ? FileChannel.open(unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
            : FileChannel.open(unfinished, StandardOpenOption.WRITE);
    if (channel.size() < length) {
      long size = channel.size();
      channel.close();
      throw new IOException(
          String.format(
              "%s: must hold the %d bytes that were written before, but holds %d. Bring the file"
                  + " back, or start the run anew.",
              unfinished, length, size));
    }
    closeEldest();
    channels.put(file, channel);
    return channel;
  }

  private void closeEldest() throws IOException {
    if (channels.size() >= MOST) {
      Path eldest = channels.keySet().iterator().next();
      close(channels.remove(eldest));
    }
  }

  private static void close(@Nullable FileChannel channel) throws IOException {
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : channels.values()) {
      channel.close();
    }
    channels.clear();
  }
}
