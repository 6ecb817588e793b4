package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a row in the keys of records.
 *
 * @param left fields that identify a left row; null for a digest of the whole row
 * @param right fields that identify a right row; null for a digest of the whole row
 */
public record RowId(@Nullable List<String> left, @Nullable List<String> right)
    implements Serializable {
  /** Digests of whole rows. */
  public static final RowId DIGESTS = new RowId(null, null);
}
