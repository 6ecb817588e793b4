package dev.mortise.pipeline.format;

import dev.mortise.pipeline.spec.Compression;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Locale;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;

/** Opens files and undoes their compression, which the ending of the name tells. */
final class Decompression {
  private Decompression() {}

  /**
   * Opens a file's content.
   *
   * @param offset bytes of decompressed content to leave out
   * @throws UnreadableInputException if the file's compression is not one that can be read here
   */
  static InputStream open(InputFile file, long offset) throws IOException {
    String name = file.name().toLowerCase(Locale.ROOT);
    String problem = Compression.problem(name);
    if (problem != null) {
      throw new UnreadableInputException(file.name() + ": " + problem);
    }
    ReadableByteChannel channel = FileSystems.open(file.resource());
    try {
      InputStream in = decompress(name, channel, offset);
      return in;
    } catch (IOException | RuntimeException | LinkageError e) {
      channel.close();
      throw e;
    }
  }

  private static InputStream decompress(String name, ReadableByteChannel channel, long offset)
      throws IOException {
    if (name.endsWith(".gz")) {
      return skipped(new GzipStream(Channels.newInputStream(channel)), offset);
    }
    if (name.endsWith(".bz2")) {
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
      return skipped(
          new SalvagingStream(() -> new BZip2CompressorInputStream(in, true), in), offset);
    }
    if (name.endsWith(".zst")) {
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
      return skipped(new SalvagingStream(() -> new ZstdCompressorInputStream(in), in), offset);
    }
    if (offset > 0 && channel instanceof SeekableByteChannel seekable) {
      seekable.position(offset);
      return Channels.newInputStream(channel);
    }
    return skipped(Channels.newInputStream(channel), offset);
  }

  private static InputStream skipped(InputStream in, long offset) throws IOException {
    try {
      in.skipNBytes(offset);
    } catch (EOFException e) {
      // A file that has become shorter since has nothing more to give.
    }
    return in;
  }
}
