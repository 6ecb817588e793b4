/** One suite of cases as data, and what runs it on a runner. */
@NullMarked
package dev.mortise.conformance;

import org.jspecify.annotations.NullMarked;
