/** Windows of a spec: the rows they are over, and what is aggregated of them. */
@NullMarked
package dev.mortise.pipeline.window;

import org.jspecify.annotations.NullMarked;
