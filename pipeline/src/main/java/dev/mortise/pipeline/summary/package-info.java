@NullMarked
package dev.mortise.pipeline.summary;

import org.jspecify.annotations.NullMarked;
