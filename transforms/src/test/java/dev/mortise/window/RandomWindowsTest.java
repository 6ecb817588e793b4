package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static dev.mortise.window.Streams.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Random rows on time, on both sides of 1970, in bundles of any size: whatever panes come before,
 * each window ends with the sum that a loop over all rows finds.
 */
class RandomWindowsTest {
  private static final int KEYS = 3;
  private static final int FROM = -60;
  private static final int TO = 60;
  private static final int STEP = 30;
  private static final Duration CADENCE = Duration.standardSeconds(1);

  private record Window(String kind, long size, long every, long offset) {
    WindowSpec spec() {
      return switch (kind) {
        case "fixed" -> WindowSpec.fixed(ms(size)).withOffset(ms(offset));
        case "sliding" -> WindowSpec.sliding(ms(size), ms(every)).withOffset(ms(offset));
        default -> WindowSpec.session(ms(size));
      };
    }
  }

  @Test
  void everyWindow_endsWithTheSumOfItsRows() {
    long seed = new Random().nextLong();
    System.out.println("RandomWindowsTest: seed " + seed);
    Random random = new Random(seed);
    List<TimestampedValue<KV<String, Integer>>> rows = rows(random);
    List<Window> windows =
        List.of(
            fixed(random), sliding(random), new Window("session", 1L + random.nextInt(5), 0, 0));
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> stream = pipeline.apply("Stream", stream(random, rows));
    PCollection<KV<String, Integer>> batch =
        pipeline.apply("Batch", Create.timestamped(rows).withCoder(Streams.ROWS));
    Streams streams = new Streams();
    List<String> expected = new ArrayList<>();
    EmitMode early = EmitMode.earlyAndFinal(CADENCE);
    for (Window window : windows) {
      streams
          .sum(window.kind() + " final", stream, window.spec(), EmitMode.finalOnly())
          .sum(window.kind() + " batch", batch, window.spec(), early);
      if (window.kind().equals("fixed")) {
        streams.sum("fixed updates", stream, window.spec(), EmitMode.updates(CADENCE));
      } else {
        streams.sum(window.kind() + " early", stream, window.spec(), early);
      }
      sums(window, rows)
          .forEach(
              (where, sum) -> {
                expected.add(window.kind() + " final: " + where + " = " + sum);
                expected.add(window.kind() + " batch: " + where + " = " + sum);
                expected.add(
                    window.kind()
                        + (window.kind().equals("fixed") ? " updates: " : " early: ")
                        + where
                        + " = "
                        + sum);
              });
    }
    expected.sort(null);
    PAssert.that(streams.lines())
        .satisfies(
            lines -> {
              assertThat(lines).noneMatch(line -> line.contains("too late"));
              assertThat(lines).noneMatch(line -> line.contains("LATE"));
              List<String> last =
                  Streams.histories(lines).stream()
                      // Sessions that were merged into others have early panes and no final one.
                      .filter(line -> line.startsWith("fixed") || line.contains("ON_TIME"))
                      .map(line -> line.replaceFirst(" = (.*, )?(\\d+) [^,]*$", " = $2"))
                      .toList();
              assertThat(last).as("seed %d", seed).containsExactlyElementsOf(expected);
              return null;
            });
    pipeline.run().waitUntilFinish();
  }

  private static Window fixed(Random random) {
    int size = 1 + random.nextInt(20);
    return new Window("fixed", size, size, random.nextInt(size));
  }

  private static Window sliding(Random random) {
    int size = 1 + random.nextInt(20);
    int every = 1 + size / (2 + random.nextInt(4));
    every = Math.min(every, size);
    return new Window("sliding", size, every, random.nextInt(every));
  }

  private static List<TimestampedValue<KV<String, Integer>>> rows(Random random) {
    List<TimestampedValue<KV<String, Integer>>> rows = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      rows.add(row("k" + random.nextInt(KEYS), FROM + random.nextInt(TO - FROM), 1 << (i % 20)));
    }
    return rows;
  }

  /** Each row some time before the watermark passes it; processing time moves as well. */
  private static TestStream<KV<String, Integer>> stream(
      Random random, List<TimestampedValue<KV<String, Integer>>> rows) {
    TestStream.Builder<KV<String, Integer>> stream = Streams.stream();
    List<TimestampedValue<KV<String, Integer>>> waiting = rows;
    for (int watermark = FROM; watermark < TO; watermark += STEP) {
      List<TimestampedValue<KV<String, Integer>>> now = new ArrayList<>();
      List<TimestampedValue<KV<String, Integer>>> later = new ArrayList<>();
      for (TimestampedValue<KV<String, Integer>> row : waiting) {
        boolean due = row.getTimestamp().getMillis() < watermark + STEP;
        (due || random.nextInt(3) == 0 ? now : later).add(row);
      }
      waiting = later;
      for (int from = 0, to; from < now.size(); from = to) {
        to = Math.min(now.size(), from + 1 + random.nextInt(40));
        stream = add(stream, now.subList(from, to));
      }
      stream =
          stream
              .advanceProcessingTime(Duration.millis(random.nextInt(1_500)))
              .advanceWatermarkTo(at(watermark + STEP));
    }
    return stream.advanceWatermarkToInfinity();
  }

  @SuppressWarnings({
    "unchecked",
    "rawtypes"
  }) // An array of a generic type, which addElements only reads.
  private static TestStream.Builder<KV<String, Integer>> add(
      TestStream.Builder<KV<String, Integer>> stream,
      List<TimestampedValue<KV<String, Integer>>> rows) {
    return stream.addElements(
        rows.get(0), rows.subList(1, rows.size()).toArray(new TimestampedValue[0]));
  }

  /** For each key and window {@code k [0, 10)} the sum of the rows in it. */
  private static Map<String, Integer> sums(
      Window window, List<TimestampedValue<KV<String, Integer>>> rows) {
    Map<String, Integer> sums = new TreeMap<>();
    if (window.kind().equals("session")) {
      for (int key = 0; key < KEYS; key++) {
        sessions("k" + key, window.size(), rows, sums);
      }
      return sums;
    }
    for (TimestampedValue<KV<String, Integer>> row : rows) {
      for (long start = FROM - window.size(); start < TO; start++) {
        long time = row.getTimestamp().getMillis();
        if (Math.floorMod(start - window.offset(), window.every()) == 0
            && start <= time
            && time < start + window.size()) {
          add(
              sums,
              row.getValue().getKey(),
              start,
              start + window.size(),
              row.getValue().getValue());
        }
      }
    }
    return sums;
  }

  private static void sessions(
      String key,
      long gap,
      List<TimestampedValue<KV<String, Integer>>> rows,
      Map<String, Integer> sums) {
    TreeMap<Long, Integer> byTime = new TreeMap<>();
    for (TimestampedValue<KV<String, Integer>> row : rows) {
      if (row.getValue().getKey().equals(key)) {
        byTime.merge(row.getTimestamp().getMillis(), row.getValue().getValue(), Integer::sum);
      }
    }
    while (!byTime.isEmpty()) {
      long start = byTime.firstKey();
      long last = start;
      int sum = 0;
      while (!byTime.isEmpty() && (byTime.firstKey() == start || byTime.firstKey() - last < gap)) {
        last = byTime.firstKey();
        sum += byTime.pollFirstEntry().getValue();
      }
      add(sums, key, start, last + gap, sum);
    }
  }

  private static void add(Map<String, Integer> sums, String key, long start, long end, int value) {
    sums.merge(String.format("%s [%d, %d)", key, start, end), value, Integer::sum);
  }
}
