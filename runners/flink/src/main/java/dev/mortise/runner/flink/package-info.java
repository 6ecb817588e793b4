@NullMarked
package dev.mortise.runner.flink;

import org.jspecify.annotations.NullMarked;
