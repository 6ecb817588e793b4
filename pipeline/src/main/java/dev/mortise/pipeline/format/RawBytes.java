package dev.mortise.pipeline.format;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Bytes of records as text. */
public final class RawBytes {
  /** What stands before bytes that are shown in Base64. */
  public static final String BASE64 = "base64:";

  /** How much of bytes that are no text is shown. */
  private static final int SHOWN_BYTES = 48 << 10;

  private RawBytes() {}

  /** The text that the bytes are in UTF-8; null if they are none. */
  public static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * The bytes for a dead letter: as text where they are UTF-8, else as {@code base64:} and Base64,
   * cut behind 48 KiB with {@code ...}.
   */
  public static String show(byte[] bytes) {
    String text = utf8(bytes);
    return text != null ? text : base64(bytes);
  }

  /** The bytes as {@code base64:} and Base64, cut behind 48 KiB with {@code ...}. */
  public static String base64(byte[] bytes) {
    boolean whole = bytes.length <= SHOWN_BYTES;
    byte[] shown = whole ? bytes : Arrays.copyOf(bytes, SHOWN_BYTES);
    return BASE64 + Base64.getEncoder().encodeToString(shown) + (whole ? "" : "...");
  }
}
