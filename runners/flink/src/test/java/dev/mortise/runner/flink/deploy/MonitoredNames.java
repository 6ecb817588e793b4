package dev.mortise.runner.flink.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of metrics that the dashboard and the alerts ask Prometheus for. */
public final class MonitoredNames {
  /** What Flink's reporter puts in front of a Beam counter's namespace and name. */
  public static final String COUNTER = "flink_taskmanager_job_task_operator_";

  private static final List<String> FILES = List.of("grafana-dashboard.json", "alerts.yaml");

  /** A name, or a pattern of names such as {@code flink_job_.+_rows}. */
  private static final Pattern NAME = Pattern.compile("flink_(?:[A-Za-z0-9_]|\\.\\+)+");

  private MonitoredNames() {}

  /** Where the files are. */
  public static Path folder() {
    return Path.of("deploy");
  }

  /** All names and patterns of names, once each. */
  public static Set<String> all() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String file : FILES) {
      Matcher matcher = NAME.matcher(Files.readString(folder().resolve(file)));
      while (matcher.find()) {
        names.add(matcher.group());
      }
    }
    return names;
  }
}
