@NullMarked
package dev.mortise.metric;

import org.jspecify.annotations.NullMarked;
