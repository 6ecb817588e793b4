/** The contender on the Direct runner. */
@NullMarked
package dev.mortise.bench.direct;

import org.jspecify.annotations.NullMarked;
