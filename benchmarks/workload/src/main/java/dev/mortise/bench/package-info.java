/** What the contenders of the benchmark share: the rows, and how a run is measured. */
@NullMarked
package dev.mortise.bench;

import org.jspecify.annotations.NullMarked;
