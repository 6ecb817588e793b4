/** The contenders on Flink: this project's join, Beam's own way, and Flink's two interval joins. */
@NullMarked
package dev.mortise.bench.flink;

import org.jspecify.annotations.NullMarked;
