package dev.mortise.pipeline.spec;

import java.nio.file.Path;
import java.util.Map;

/**
 * A spec file, read and checked.
 *
 * @param file the spec file, absolute
 * @param name the pipeline's name
 * @param inputs by name, in the order of the file
 * @param join the join
 * @param outputs by name ({@code matched}, {@code unmatched}, {@code late}, {@code dead_letter}),
 *     in the order of the file; those not asked for are absent
 */
public record PipelineSpec(
    Path file,
    String name,
    Map<String, InputSpec> inputs,
    JoinSpec join,
    Map<String, OutputSpec> outputs) {}
