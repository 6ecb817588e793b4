/** Runs the contenders side by side, and says how they compare. */
@NullMarked
package dev.mortise.bench.race;

import org.jspecify.annotations.NullMarked;
