/** The files of {@code runners/flink/deploy}, held against the code that they name. */
@NullMarked
package dev.mortise.runner.flink.deploy;

import org.jspecify.annotations.NullMarked;
