@NullMarked
package dev.mortise.pipeline.format;

import org.jspecify.annotations.NullMarked;
