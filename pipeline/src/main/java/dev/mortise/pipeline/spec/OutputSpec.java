package dev.mortise.pipeline.spec;

import java.io.Serializable;

/** One output of a spec. */
public sealed interface OutputSpec extends Serializable permits FileOutput, KafkaOutput {
  String MATCHED = "matched";
  String UNMATCHED = "unmatched";
  String LATE = "late";
  String DEAD_LETTER = "dead_letter";

  /** {@code matched}, {@code unmatched}, {@code late}, {@code dead_letter} or a window's name. */
  String name();

  /** Where rows go, as the spec has it, for messages. */
  String written();

  /** The line of the spec that says where. */
  int line();
}
