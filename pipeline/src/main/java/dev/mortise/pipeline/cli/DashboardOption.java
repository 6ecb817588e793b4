package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.dashboard.Controls;
import dev.mortise.pipeline.dashboard.Dashboard;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code --dashboard} and {@code --dashboard=PORT} mean. */
final class DashboardOption {
  static final String NAME = "--dashboard";

  /** Stands for no port in particular: this one, or another if it is taken. */
  static final String ANY = "any";

  static final int USUAL_PORT = 8642;

  private static final int MAX_PORT = 65_535;

  private DashboardOption() {}

  /** Says {@link #ANY} where no port is named: or what follows would be taken for it. */
  static String[] complete(String[] args) {
    return Arrays.stream(args)
        .map(arg -> arg.equals(NAME) ? NAME + "=" + ANY : arg)
        .toArray(String[]::new);
  }

  /**
   * Starts the page.
   *
   * @param asked a port, or {@link #ANY}
   * @throws UsageException if that is no port, or one that is taken
   */
  static Dashboard start(
      String asked, PipelineSpec spec, String runner, @Nullable Controls controls)
      throws UsageException {
    if (asked.equals(ANY)) {
      try {
        return Dashboard.start(USUAL_PORT, spec, runner, controls);
      } catch (IOException taken) {
        return start(0, spec, runner, controls);
      }
    }
    return start(port(asked), spec, runner, controls);
  }

  private static Dashboard start(
      int port, PipelineSpec spec, String runner, @Nullable Controls controls)
      throws UsageException {
    try {
      return Dashboard.start(port, spec, runner, controls);
    } catch (IOException e) {
      throw new UsageException(
          List.of(
              String.format(
                  "%s: the port must be free, but port = %d (%s). Name another one, or none: then a"
                      + " free one is found.",
                  NAME, port, e.getMessage())));
    }
  }

  private static int port(String asked) throws UsageException {
    try {
      int port = Integer.parseInt(asked);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new UsageException(
        List.of(
            String.format(
                "%s: must be a port from 0 to %d, but %1$s = %s. Write %1$s=%d, or %1$s alone.",
                NAME, MAX_PORT, asked, USUAL_PORT)));
  }
}
