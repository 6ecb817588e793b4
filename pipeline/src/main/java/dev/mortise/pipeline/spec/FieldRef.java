package dev.mortise.pipeline.spec;

import java.io.Serializable;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * A value of a row that a window groups by or aggregates.
 *
 * @param written how the spec names it, such as {@code left.customer_id}
 * @param origin where it is taken from
 * @param field the field of a left or right row; for other origins the same as {@code written}
 * @param type its type; nullable where a row of the window may lack it
 */
public record FieldRef(String written, Origin origin, String field, FieldType type)
    implements Serializable {

  /** What of a row a value is taken from. */
  public enum Origin {
    LEFT,
    RIGHT,
    /** The one field of the join key. */
    KEY,
    /** Right event time minus left event time, in milliseconds. */
    GAP,
    /** The side of an unmatched row, in lower case. */
    SIDE,
    /** Why a row is unmatched, in lower case. */
    REASON
  }

  /** The type as a spec writes it, with {@code ?} if it may be null. */
  public String typeName() {
    return SchemaReader.nameOf(type);
  }
}
