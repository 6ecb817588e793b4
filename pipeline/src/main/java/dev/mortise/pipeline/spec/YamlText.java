package dev.mortise.pipeline.spec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the text of a spec file, whatever the path leads to. */
final class YamlText {
  /** A spec is written by hand: more than this is another file given by mistake. */
  static final int MAX_BYTES = 1 << 20;

  private YamlText() {}

  /**
   * The file's text, without a byte-order mark.
   *
   * @throws SpecException if there is no such file, or it is no UTF-8 text of at most 1 MiB
   */
  static String read(Path file) throws SpecException {
    if (!Files.exists(file)) {
      throw problem(file, "there is no such file. Check the path of the spec.");
    }
    if (Files.isDirectory(file)) {
      throw problem(file, "this is a directory. Give the spec file in it.");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      // Not Files.size: it says nothing of a pipe, which is as good a spec as any.
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw problem(file, "the file can't be read. Check its permissions.");
    }
    if (bytes.length > MAX_BYTES) {
      throw problem(
          file, "a spec has at most 1 MiB, and this file is longer. Is it the spec file?");
    }
    if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
      throw problem(file, "a spec is UTF-8 text, but this is UTF-16. Save it as UTF-8.");
    }
    int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    return decode(file, ByteBuffer.wrap(bytes, start, bytes.length - start));
  }

  private static String decode(Path file, ByteBuffer bytes) throws SpecException {
    CharBuffer text = CharBuffer.allocate(bytes.remaining());
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(bytes, text, true);
    text.flip();
    if (result.isError()) {
      long line = 1 + text.chars().filter(c -> c == '\n').count();
      throw new SpecException(
          List.of(
              Problems.at(nameOf(file), "", (int) line)
                  + ": a spec is UTF-8 text, but this line is not. Save the file as UTF-8."));
    }
    return text.toString();
  }

  private static boolean startsWith(byte[] bytes, int... start) {
    for (int i = 0; i < start.length; i++) {
      if (bytes.length <= i || (bytes[i] & 0xFF) != start[i]) {
        return false;
      }
    }
    return true;
  }

  /** The file's own name, as messages show it. */
  static String nameOf(Path file) {
    Path name = file.getFileName();
    return name == null ? file.toString() : name.toString();
  }

  private static SpecException problem(Path file, String text) {
    return new SpecException(List.of(file + ": " + text));
  }
}
