package dev.mortise.pipeline.spec;

/** How often a row gets into a topic when work is done again after a failure. */
public enum Delivery {
  /** Once, for consumers that read committed records only. */
  EXACTLY_ONCE,

  /** Once or more often, each time with the same key. */
  AT_LEAST_ONCE
}
