@NullMarked
package dev.mortise.join;

import org.jspecify.annotations.NullMarked;
