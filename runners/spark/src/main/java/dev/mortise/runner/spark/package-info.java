@NullMarked
package dev.mortise.runner.spark;

import org.jspecify.annotations.NullMarked;
