/** A Kafka broker of Maven artifacts, for tests and for the demo. No part of a running join. */
@NullMarked
package dev.mortise.broker;

import org.jspecify.annotations.NullMarked;
