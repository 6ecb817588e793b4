package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.Listener;
import java.util.Optional;
import org.apache.flink.configuration.RestOptions;

/**
 * Where a JobManager listens for jobs.
 *
 * @param host name or address
 * @param port of its REST endpoint
 */
record RemoteAddress(String host, int port) {
  private static final int MOST = 65_535;

  static boolean isValid(String master) {
    try {
      parse(master);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Reads {@code HOST:PORT}, {@code HOST} with Flink's usual port, or the same as a URL.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static RemoteAddress parse(String master) {
    String address = master.trim().replaceFirst("^https?://", "").replaceFirst("/$", "");
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? address : address.substring(0, colon);
    int port =
        colon < 0
            ? RestOptions.PORT.defaultValue()
            : Integer.parseInt(address.substring(colon + 1));
    if (!host.matches("[\\w.-]+|\\[[0-9a-fA-F:.]+]") || port < 1 || port > MOST) {
      throw new IllegalArgumentException(master + " is no address");
    }
    return new RemoteAddress(host, port);
  }

  /** Why nobody can be reached there; empty if somebody can. */
  Optional<String> obstacle() {
    return Listener.obstacle(host, port);
  }
}
