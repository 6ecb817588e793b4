package dev.mortise.pipeline.format;

import org.jspecify.annotations.Nullable;

/**
 * A record that could not become a row.
 *
 * @param input the input it belongs to; null where that can't be told
 * @param position where it stands, such as {@code orders.jsonl:17}
 * @param error what is wrong, for the user
 * @param raw the record as written
 */
public record DeadLetter(@Nullable String input, String position, String error, String raw) {}
