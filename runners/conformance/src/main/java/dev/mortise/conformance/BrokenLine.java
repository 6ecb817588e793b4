package dev.mortise.conformance;

import dev.mortise.join.JoinSide;

/**
 * A record that can't become a row: a dead letter.
 *
 * @param side whose input it is of
 * @param id told apart by, in the order of rows
 */
public record BrokenLine(JoinSide side, int id) implements Event {

  /** What stands in the input: the required time is missing. */
  String json() {
    return "{\"id\":" + id + ",\"k\":\"broken\"}";
  }
}
