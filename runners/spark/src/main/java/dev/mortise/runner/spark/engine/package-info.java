/**
 * Streams on Spark: runs a Beam pipeline with unbounded input as a row of micro-batches over RDDs.
 *
 * <p>Beam's own Spark runner has no event-time timers in streaming, and a micro-batch that it
 * computes again sees other rows and another watermark. Here a batch is planned and written down
 * before it runs: what each split of a source reads, where its watermark stands behind it, and the
 * processing time. So a batch gives the same results however often it is computed.
 */
@NullMarked
package dev.mortise.runner.spark.engine;

import org.jspecify.annotations.NullMarked;
