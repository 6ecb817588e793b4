package dev.mortise.runner.spark.engine.state;

import org.apache.beam.runners.core.StateNamespace;

/** Where a cell of a key's state is: a window, as a rule, and the state's id. */
record CellId(StateNamespace namespace, String tag) {}
