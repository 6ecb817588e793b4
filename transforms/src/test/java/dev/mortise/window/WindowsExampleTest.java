package dev.mortise.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * The examples of docs/windows.md and of the Javadoc, compiled and run, and the same to the letter.
 */
class WindowsExampleTest {
  record Purchase(int amount) implements Serializable {}

  @Test
  void theLinesOfTheDocs_compileAndCount() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Purchase>> purchases =
        pipeline.apply(
            "Purchases",
            Create.timestamped(
                TimestampedValue.of(KV.of("ann", new Purchase(42)), minute(1)),
                TimestampedValue.of(KV.of("ann", new Purchase(7)), minute(4))));

    // docs
    WindowedAggregateResult<String, Purchase, Long> counted =
        purchases.apply(
            "CountPurchases",
            WindowedAggregate.of(
                WindowSpec.fixed(Duration.standardMinutes(5))
                    .withAllowedLateness(Duration.standardMinutes(10)),
                EmitMode.earlyAndFinal(Duration.standardSeconds(30)),
                Count.combineFn()));
    // end

    PAssert.that(
            counted
                .panes()
                .apply(
                    "Panes",
                    MapElements.into(TypeDescriptors.strings())
                        .via(pane -> pane.key() + " " + pane.value() + " " + pane.timing())))
        .containsInAnyOrder("ann 2 ON_TIME");
    PAssert.that(counted.tooLate()).empty();
    pipeline.run().waitUntilFinish();
  }

  @Test
  void theTableOfWindows_isRight() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Rows",
            Create.timestamped(
                    TimestampedValue.of(KV.of("k", 1), minute(1)),
                    TimestampedValue.of(KV.of("k", 1), minute(4)),
                    TimestampedValue.of(KV.of("k", 1), minute(6)),
                    TimestampedValue.of(KV.of("k", 1), minute(21)))
                .withCoder(Streams.ROWS));
    Duration five = Duration.standardMinutes(5);
    new Streams()
        .sum("fixed", rows, WindowSpec.fixed(five), EmitMode.finalOnly())
        .sum("sliding", rows, WindowSpec.sliding(five.multipliedBy(2), five), EmitMode.finalOnly())
        .sum("session", rows, WindowSpec.session(five), EmitMode.finalOnly())
        .expect(
            """
            fixed: k [0, 300000) = 2 ON_TIME last
            fixed: k [300000, 600000) = 1 ON_TIME last
            fixed: k [1200000, 1500000) = 1 ON_TIME last
            sliding: k [-300000, 300000) = 2 ON_TIME last
            sliding: k [0, 600000) = 3 ON_TIME last
            sliding: k [300000, 900000) = 1 ON_TIME last
            sliding: k [900000, 1500000) = 1 ON_TIME last
            sliding: k [1200000, 1800000) = 1 ON_TIME last
            session: k [60000, 660000) = 3 ON_TIME last
            session: k [1260000, 1560000) = 1 ON_TIME last
            """);
    pipeline.run().waitUntilFinish();
  }

  private static Instant minute(long minute) {
    return Instant.EPOCH.plus(Duration.standardMinutes(minute));
  }

  @Test
  void docsAndJavadoc_showTheseLines() throws IOException {
    String source =
        text("src", "test", "java", "dev", "mortise", "window", "WindowsExampleTest.java");
    int from = source.indexOf("// docs ") + "// docs ".length();
    String snippet = source.substring(from, source.indexOf(" // end"));
    assertThat(text("..", "docs", "windows.md")).contains(snippet);
    assertThat(text("src", "main", "java", "dev", "mortise", "window", "WindowedAggregate.java"))
        .contains(snippet);
  }

  /** A file's lines without what surrounds them, one behind the other. */
  private static String text(String first, String... more) throws IOException {
    return Files.readString(Path.of(first, more))
        .lines()
        .map(line -> line.strip().replaceFirst("^\\* +", ""))
        .collect(Collectors.joining(" "));
  }
}
