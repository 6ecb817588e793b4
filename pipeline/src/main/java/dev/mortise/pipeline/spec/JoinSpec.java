package dev.mortise.pipeline.spec;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import java.io.Serializable;
import java.util.List;

/**
 * The join of a spec.
 *
 * @param left name of the left input
 * @param right name of the right input
 * @param leftKey the left input's fields that form the key
 * @param rightKey the right input's fields that form the key, in the same order and of the same
 *     types
 * @param type which sides' unmatched rows are emitted
 * @param interval bounds, allowed lateness and the treatment of late rows
 */
public record JoinSpec(
    String left,
    String right,
    List<String> leftKey,
    List<String> rightKey,
    JoinType type,
    JoinInterval interval)
    implements Serializable {}
