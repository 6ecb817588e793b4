/** A page on loopback that shows a run while it runs. It watches, and changes nothing. */
@NullMarked
package dev.mortise.pipeline.dashboard;

import org.jspecify.annotations.NullMarked;
