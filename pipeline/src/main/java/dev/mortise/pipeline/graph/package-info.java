@NullMarked
package dev.mortise.pipeline.graph;

import org.jspecify.annotations.NullMarked;
