@NullMarked
package dev.mortise.runner.direct;

import org.jspecify.annotations.NullMarked;
