/** The pipelines that run on each of Beam's runners. */
@NullMarked
package dev.mortise.bench.beam;

import org.jspecify.annotations.NullMarked;
