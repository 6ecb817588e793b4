package dev.mortise.pipeline.format;

import java.util.List;

/**
 * Some consecutive records of a source, in arrival order. Sources emit blocks, not records: the
 * Direct runner reads ten elements of an unbounded source a bundle, and every runner pays for each
 * element of a source.
 */
public record RecordBlock(List<RawRecord> records) {}
