package dev.mortise.pipeline.source;

/**
 * A schema registry that does not answer, or refuses to. Rows that need it are neither good nor bad
 * until it does.
 */
public final class RegistryUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RegistryUnavailableException(String message) {
    super(message);
  }
}
