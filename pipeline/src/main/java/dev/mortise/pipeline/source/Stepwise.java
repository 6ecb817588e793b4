package dev.mortise.pipeline.source;

/**
 * Says of an unbounded source that its watermarks are exact: all that lies in front of one must be
 * done with before it moves, and all that lies behind must see it. A runner that reads in batches
 * has to end a batch where the watermark moves.
 */
public interface Stepwise {}
