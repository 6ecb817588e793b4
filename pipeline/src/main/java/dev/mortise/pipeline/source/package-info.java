@NullMarked
package dev.mortise.pipeline.source;

import org.jspecify.annotations.NullMarked;
