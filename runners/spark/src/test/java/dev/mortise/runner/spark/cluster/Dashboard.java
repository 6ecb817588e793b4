package dev.mortise.runner.spark.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that the Grafana dashboard asks for. */
final class Dashboard {
  private static final Path FILE = Path.of("deploy/grafana-dashboard.json");
  private static final Pattern BY_REGEX = Pattern.compile("__name__=~\"([^\"]+)\"");
  private static final Pattern BY_NAME = Pattern.compile("metrics_\\w+");

  private Dashboard() {}

  /** A pattern for each metric, which its whole name matches. */
  static List<Pattern> metrics() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (JsonNode expr : new ObjectMapper().readTree(FILE.toFile()).findValues("expr")) {
      Matcher byRegex = BY_REGEX.matcher(expr.asText());
      byRegex.results().forEach(found -> names.add(found.group(1)));
      BY_NAME.matcher(byRegex.replaceAll("")).results().forEach(found -> names.add(found.group()));
    }
    return names.stream().map(Pattern::compile).toList();
  }

  /** Those of them that are not among the metrics in {@code text}, as Prometheus gets it. */
  static List<String> missing(String text) throws IOException {
    List<String> served = text.lines().map(line -> line.replaceAll("\\{.*", "")).toList();
    List<String> missing = new ArrayList<>();
    for (Pattern metric : metrics()) {
      if (served.stream().noneMatch(name -> metric.matcher(name).matches())) {
        missing.add(metric.pattern());
      }
    }
    return missing;
  }
}
