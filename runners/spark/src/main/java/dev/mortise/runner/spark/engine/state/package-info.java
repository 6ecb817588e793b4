/**
 * The state and timers of keys: immutable values that one batch hands to the next. Free of Spark,
 * but for what a block tells Spark of its size.
 */
@NullMarked
package dev.mortise.runner.spark.engine.state;

import org.jspecify.annotations.NullMarked;
