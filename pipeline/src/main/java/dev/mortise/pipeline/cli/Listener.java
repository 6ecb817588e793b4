package dev.mortise.pipeline.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/** Somebody who should listen at an address: clusters' own clients try for minutes, in silence. */
public final class Listener {
  /** Processing time. */
  private static final int WITHIN_MILLIS = 10_000;

  private Listener() {}

  /** Why nobody can be reached there; empty if somebody can. */
  public static Optional<String> obstacle(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      return Optional.of("there is no host " + host);
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, WITHIN_MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
