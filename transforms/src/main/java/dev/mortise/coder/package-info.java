@NullMarked
package dev.mortise.coder;

import org.jspecify.annotations.NullMarked;
