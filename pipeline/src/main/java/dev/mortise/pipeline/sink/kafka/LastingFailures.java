package dev.mortise.pipeline.sink.kafka;

import java.util.ServiceLoader;

/**
 * Makes exceptions for what fails again however often it is tried. A runner that restarts failed
 * jobs provides one whose exceptions it does not restart for.
 */
public interface LastingFailures {

  /** An exception with that message, which says all there is to say. */
  RuntimeException failure(String message);

  /** The exception of the runner at hand. */
  static RuntimeException of(String message) {
    return ServiceLoader.load(LastingFailures.class, LastingFailures.class.getClassLoader())
        .findFirst()
        .map(provider -> provider.failure(message))
        .orElseGet(() -> new IllegalStateException(message));
  }
}
