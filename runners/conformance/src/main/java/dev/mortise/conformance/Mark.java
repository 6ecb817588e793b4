package dev.mortise.conformance;

import dev.mortise.join.JoinSide;

/** The watermark of one input moves to {@code time}, if it is not there or beyond. */
public record Mark(JoinSide side, long time) implements Event {}
