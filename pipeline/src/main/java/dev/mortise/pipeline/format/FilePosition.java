package dev.mortise.pipeline.format;

import java.io.Serializable;

/**
 * Where reading a file goes on.
 *
 * @param offset bytes from the start of the file's decompressed content
 * @param line whole lines before that point
 * @param records records before that point, readable or not
 * @param ended whether the file's end has been reported already, which a file that is cut short in
 *     its compressed data does with a record of its own
 */
public record FilePosition(long offset, long line, long records, boolean ended)
    implements Serializable {
  public static final FilePosition START = new FilePosition(0, 0, 0, false);
}
