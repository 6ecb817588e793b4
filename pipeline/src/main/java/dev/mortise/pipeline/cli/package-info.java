@NullMarked
package dev.mortise.pipeline.cli;

import org.jspecify.annotations.NullMarked;
