package dev.mortise.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Puts rows into pipelines, and panes and late rows into lines of text. Times are milliseconds of
 * event time; many aggregates go into one pipeline, and all their lines into one collection.
 */
final class Streams {
  static final KvCoder<String, Integer> ROWS = KvCoder.of(StringUtf8Coder.of(), VarIntCoder.of());

  private static final Pattern PANE = Pattern.compile("(.*) = (.* [A-Z_]+) (\\d+)( last)?");

  private final List<PCollection<String>> lines = new ArrayList<>();

  /** A pipeline on the Direct runner whose step names must be unique. */
  static Pipeline pipeline() {
    return Pipeline.create(
        PipelineOptionsFactory.fromArgs(
                "--stableUniqueNames=ERROR",
                "--runner=DirectRunner",
                "--targetParallelism=2",
                "--enforceImmutability=false",
                "--enforceEncodability=false")
            .create());
  }

  static TestStream.Builder<KV<String, Integer>> stream() {
    return TestStream.create(ROWS);
  }

  static TimestampedValue<KV<String, Integer>> row(String key, long time, int value) {
    return TimestampedValue.of(KV.of(key, value), at(time));
  }

  static Instant at(long time) {
    return Instant.ofEpochMilli(time);
  }

  static Duration ms(long millis) {
    return Duration.millis(millis);
  }

  /** Sums the values of each key and window; the lines begin with {@code name}. */
  Streams sum(
      String name, PCollection<KV<String, Integer>> rows, WindowSpec window, EmitMode emit) {
    WindowedAggregateResult<String, Integer, Integer> result =
        rows.apply(
            "Sum" + name.replace(" ", ""), WindowedAggregate.of(window, emit, Sum.ofIntegers()));
    lines.add(
        result.panes().apply("PaneLines" + name, ParDo.of(new PaneLines<String, Integer>(name))));
    lines.add(
        result
            .tooLate()
            .apply(
                "TooLateLines" + name,
                MapElements.into(TypeDescriptors.strings()).via(row -> line(name, row))));
    return this;
  }

  /** Fails the pipeline unless these are all lines, with the panes of each window in one. */
  void expect(String expected) {
    PAssert.that(lines()).satisfies(new Histories(expected));
  }

  /** All lines so far. */
  PCollection<String> lines() {
    return PCollectionList.of(lines).apply("UniteLines", Flatten.pCollections());
  }

  private static final class Histories implements SerializableFunction<Iterable<String>, Void> {
    private static final long serialVersionUID = 1L;

    private final String expected;

    Histories(String expected) {
      this.expected = expected;
    }

    @Override
    public Void apply(Iterable<String> lines) {
      assertThat(String.join("\n", histories(lines)))
          .isEqualTo(expected.lines().sorted().collect(Collectors.joining("\n")));
      return null;
    }
  }

  /**
   * One line for each window, with its panes in their order, for instance {@code name: k [0, 10) =
   * 1 EARLY, 3 ON_TIME last}; and the lines of rows that came too late.
   */
  static List<String> histories(Iterable<String> lines) {
    Map<String, TreeMap<Integer, String>> panes = new TreeMap<>();
    List<String> histories = new ArrayList<>();
    for (String line : lines) {
      Matcher pane = PANE.matcher(line);
      if (pane.matches()) {
        int index = Integer.parseInt(pane.group(3));
        String before =
            panes
                .computeIfAbsent(pane.group(1), window -> new TreeMap<>())
                .put(index, pane.group(2) + (pane.group(4) == null ? "" : pane.group(4)));
        assertThat(before).as("another pane than %s", line).isNull();
      } else {
        histories.add(line);
      }
    }
    panes.forEach(
        (window, history) -> {
          assertThat(history.lastKey())
              .as("last index of %s", window)
              .isEqualTo(history.size() - 1);
          histories.add(window + " = " + String.join(", ", history.values()));
        });
    Collections.sort(histories);
    return histories;
  }

  private static String line(String name, TooLateRow<String, Integer> row) {
    return String.format(
        "%s: %s %d at %d too late for %d at %d",
        name,
        row.key(),
        row.value(),
        row.eventTime().getMillis(),
        row.windowsMissed(),
        row.watermark().getMillis());
  }

  /** For instance {@code name: k [0, 10) = 3 ON_TIME 0 last}. */
  static final class PaneLines<K, V> extends DoFn<WindowPane<K, V>, String> {
    private static final long serialVersionUID = 1L;

    private final String name;

    PaneLines(String name) {
      this.name = name;
    }

    @ProcessElement
    public void processElement(
        @Element WindowPane<K, V> pane, @Timestamp Instant time, OutputReceiver<String> out) {
      if (!time.equals(pane.end().minus(ms(1)))) {
        throw new AssertionError("A pane at " + time + ": " + pane);
      }
      out.output(
          String.format(
              "%s: %s [%d, %d) = %s %s %d%s",
              name,
              pane.key(),
              pane.start().getMillis(),
              pane.end().getMillis(),
              pane.value(),
              pane.timing(),
              pane.index(),
              pane.last() ? " last" : ""));
    }
  }
}
