@NullMarked
package dev.mortise.pipeline.sink;

import org.jspecify.annotations.NullMarked;
