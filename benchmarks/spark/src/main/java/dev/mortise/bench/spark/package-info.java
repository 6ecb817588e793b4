/**
 * The contenders on Spark: this project's join in batch and streaming, and Spark's own stream join.
 */
@NullMarked
package dev.mortise.bench.spark;

import org.jspecify.annotations.NullMarked;
