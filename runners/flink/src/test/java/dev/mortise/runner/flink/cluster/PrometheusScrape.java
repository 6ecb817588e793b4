package dev.mortise.runner.flink.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the processes of a cluster tell Prometheus at one time. */
final class PrometheusScrape {
  private static final Pattern SAMPLE =
      Pattern.compile("(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?<labels>.*)})? (?<value>\\S+)");

  /** One number of one task. */
  record Sample(String name, String labels, double value) {}

  private final List<Sample> samples = new ArrayList<>();

  private PrometheusScrape() {}

  /** Asks all of the {@code ports}; those at which nobody answers are left out. */
  static PrometheusScrape of(Collection<Integer> ports) {
    PrometheusScrape scrape = new PrometheusScrape();
    HttpClient client = HttpClient.newHttpClient();
    for (int port : ports) {
      URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
      try {
        client
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines())
            .body()
            .forEach(scrape::add);
      } catch (IOException e) {
        // No process took this port.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return scrape;
  }

  private void add(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    if (!line.startsWith("#") && matcher.matches()) {
      String labels = matcher.group("labels");
      samples.add(
          new Sample(
              matcher.group("name"),
              labels == null ? "" : labels,
              Double.parseDouble(matcher.group("value"))));
    }
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    samples.forEach(sample -> names.add(sample.name()));
    return names;
  }

  List<Sample> samples(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }

  double sum(String name) {
    return samples(name).stream().mapToDouble(Sample::value).sum();
  }
}
