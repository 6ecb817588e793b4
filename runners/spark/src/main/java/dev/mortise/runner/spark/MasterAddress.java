package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses of a standalone cluster's masters. */
final class MasterAddress {
  private static final String SCHEME = "spark://";
  private static final Pattern HOST_AND_PORT = Pattern.compile("(.+):(\\d{1,5})");
  private static final int MOST_PORT = 65_535;

  private MasterAddress() {}

  /**
   * Why a job can't get to its master, a sentence or two for the user: Spark's own client tries for
   * minutes, and says nothing meanwhile. Empty if it can, and for masters of other kinds.
   */
  static Optional<String> obstacle(String master) {
    if (!master.startsWith(SCHEME)) {
      return Optional.empty();
    }
    List<String> answers = new ArrayList<>();
    for (String address : master.substring(SCHEME.length()).split(",", -1)) {
      Matcher parts = HOST_AND_PORT.matcher(address);
      if (!parts.matches() || Integer.parseInt(parts.group(2)) > MOST_PORT) {
        return Optional.of(
            String.format(
                "must name masters as spark://HOST:PORT, but --sparkMaster = %s. Write such as"
                    + " spark://localhost:7077.",
                master));
      }
      Optional<String> answer = Listener.obstacle(parts.group(1), Integer.parseInt(parts.group(2)));
      if (answer.isEmpty()) {
        return Optional.empty();
      }
      answers.add(answer.get());
    }
    return Optional.of(
        String.format(
            "a master must answer at %s, but none does: %s. Start the cluster, or name the address"
                + " that its page shows.",
            master, String.join("; ", answers)));
  }
}
