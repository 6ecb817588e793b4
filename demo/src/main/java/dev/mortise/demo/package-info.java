/** A live join to look at, on made-up streams. No part of a user's own runs. */
@NullMarked
package dev.mortise.demo;

import org.jspecify.annotations.NullMarked;
