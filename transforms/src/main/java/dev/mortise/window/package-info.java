/** Aggregates of event-time windows, over Beam's own windows and triggers. */
@NullMarked
package dev.mortise.window;

import org.jspecify.annotations.NullMarked;
