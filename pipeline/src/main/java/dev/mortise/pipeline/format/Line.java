package dev.mortise.pipeline.format;

import org.jspecify.annotations.Nullable;

/**
 * A line of a file.
 *
 * @param text the line without its end; of a line with an error, as much as can be shown
 * @param error why the line can't be used; null if it can
 * @param number the line's number, from 1
 * @param start where the line starts
 * @param next where the line after it starts
 * @param brokenEnd whether this is what was left when the compressed data broke off
 */
record Line(
    String text, @Nullable String error, long number, long start, long next, boolean brokenEnd) {}
