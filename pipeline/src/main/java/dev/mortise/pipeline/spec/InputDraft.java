package dev.mortise.pipeline.spec;

import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What could be read of an input, so that an error in one part hides none in those that build on
 * the others.
 *
 * @param name the input's name
 * @param node the input in the spec
 * @param schema its schema, if that is sound
 * @param from its source, if that is sound
 * @param whole the input, if all of it is sound
 */
record InputDraft(
    String name,
    SpecNode node,
    @Nullable Schema schema,
    @Nullable SourceSpec from,
    @Nullable InputSpec whole) {}
