package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The README's lines of Java, compiled and run, and the same to the letter. */
class ReadmeExampleTest {
  record Click(String page) implements Serializable {}

  record Purchase(int amount) implements Serializable {}

  @Test
  void theLinesOfTheReadme_compileAndJoin() {
    Pipeline pipeline = PipelineJoin.pipeline();
    PCollection<KV<String, Click>> clicks =
        pipeline.apply(
            "Clicks",
            Create.timestamped(
                row("ann", new Click("shoes"), 0), row("bob", new Click("hats"), 5)));
    PCollection<KV<String, Purchase>> purchases =
        pipeline.apply(
            "Purchases",
            Create.timestamped(row("ann", new Purchase(42), 30), row("bob", new Purchase(7), 36)));

    // README
    IntervalJoinResult<String, Click, Purchase> joined =
        KeyedStreams.of(clicks, purchases)
            .apply(
                "JoinClicksToPurchases",
                IntervalJoin.leftOuter(
                    JoinInterval.between(Duration.ZERO, Duration.standardMinutes(30))));
    // end

    PAssert.that(
            joined
                .matched()
                .apply(
                    "Pairs",
                    MapElements.into(TypeDescriptors.strings())
                        .via(pair -> pair.key() + " " + pair.right().amount() + " " + pair.gap())))
        .containsInAnyOrder("ann 42 PT1800S");
    PAssert.that(
            joined
                .unmatchedLeft()
                .apply(
                    "Unmatched",
                    MapElements.into(TypeDescriptors.strings())
                        .via(row -> row.key() + " " + row.reason())))
        .containsInAnyOrder("bob NO_MATCH");
    pipeline.run().waitUntilFinish();
  }

  private static <V> TimestampedValue<KV<String, V>> row(String key, V value, long minute) {
    return TimestampedValue.of(
        KV.of(key, value), Instant.EPOCH.plus(Duration.standardMinutes(minute)));
  }

  @Test
  void theReadme_showsTheseLines() throws IOException {
    List<String> source =
        Files.readAllLines(
            Path.of("src", "test", "java", "dev", "mortise", "join", "ReadmeExampleTest.java"));
    int from = source.indexOf("    // README") + 1;
    String snippet =
        source.subList(from, source.indexOf("    // end")).stream()
            .map(String::strip)
            .collect(Collectors.joining(" "));
    String readme =
        Files.readString(Path.of("..", "README.md"))
            .lines()
            .map(String::strip)
            .collect(Collectors.joining(" "));
    assertThat(readme).contains(snippet);
  }
}
