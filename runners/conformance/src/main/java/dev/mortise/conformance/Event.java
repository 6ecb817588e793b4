package dev.mortise.conformance;

/** What a script holds, in order of arrival. */
public sealed interface Event permits StreamRow, Mark, BrokenLine {}
