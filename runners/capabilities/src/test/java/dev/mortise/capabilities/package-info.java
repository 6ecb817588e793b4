/** Holds the documentation against what the tests of all runners have shown. */
@NullMarked
package dev.mortise.capabilities;

import org.jspecify.annotations.NullMarked;
