/** The fat jar on real clusters: every JobManager and TaskManager a JVM of its own. */
@NullMarked
package dev.mortise.runner.flink.cluster;

import org.jspecify.annotations.NullMarked;
