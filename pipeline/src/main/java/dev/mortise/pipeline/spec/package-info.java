@NullMarked
package dev.mortise.pipeline.spec;

import org.jspecify.annotations.NullMarked;
