package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.AggregateSpec.Function;
import dev.mortise.pipeline.spec.FieldRef.Origin;
import dev.mortise.pipeline.spec.NamedWindow.Over;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.joda.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowsReaderTest {
  private static final String WINDOW =
      """
      windows:
        w:
          over: matched
          window: {fixed: 5m}
          by: [left.customer_id]
          aggregate:
            a: count
            b: {sum: left.amount_minor}
          emit: final
          allowed_lateness: 0s
      """;

  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void setUp() {
    specs = new SpecFixture(directory);
  }

  private NamedWindow read(String windows) throws SpecException {
    return specs.read(SpecFixture.VALID + windows).windows().values().iterator().next();
  }

  @Test
  void readsEveryFieldOfAWindow() throws Exception {
    NamedWindow window =
        read(
            """
            windows:
              revenue_5m:
                over: matched
                window: {sliding: 10m, every: 5m, offset: 1m}
                by: [left.customer_id, key]
                aggregate:
                  rows: count
                  customers: {count: left.customer_id}
                  revenue: {sum: left.amount_minor}
                  gap: {p99.9: gap_ms}
                  gaps: {quantiles: {of: gap_ms, at: [0.5, 0.99]}}
                emit: {early_and_final: 30s}
                allowed_lateness: 2m
              all:
                over: payments
                window: {session: 30m}
                aggregate: {rows: count}
            """);

    assertThat(window.name()).isEqualTo("revenue_5m");
    assertThat(window.over()).isEqualTo(Over.MATCHED);
    assertThat(window.shape()).hasToString("sliding 10m every 5m, offset 1m");
    assertThat(window.allowedLateness()).isEqualTo(Duration.standardMinutes(2));
    assertThat(window.emission()).hasToString("early_and_final: 30s");
    assertThat(window.by())
        .containsExactly(
            new FieldRef(
                "left.customer_id",
                Origin.LEFT,
                "customer_id",
                FieldType.STRING.withNullable(true)),
            new FieldRef("key", Origin.KEY, "key", FieldType.STRING));
    assertThat(window.aggregates())
        .extracting(AggregateSpec::function)
        .containsExactly(
            Function.COUNT, Function.COUNT, Function.SUM, Function.QUANTILE, Function.QUANTILES);
    assertThat(window.aggregates())
        .extracting(AggregateSpec::inWords)
        .containsExactly(
            "count",
            "count of left.customer_id",
            "sum of left.amount_minor",
            "p99.9 of gap_ms",
            "p50, p99 of gap_ms");
  }

  @Test
  void takesTheDefaults_andAnOutputByItsName() throws Exception {
    PipelineSpec spec =
        specs.read(
            SpecFixture.with(
                "outputs:\n",
                """
                windows:
                  w: {over: payments, window: {session: 30m}, aggregate: {rows: count}}
                outputs:
                  w: {to: {files: out/w}}
                """));
    NamedWindow window = spec.windows().values().iterator().next();

    assertThat(window.over()).isEqualTo(Over.RIGHT_INPUT);
    assertThat(window.emission()).isEqualTo(Emission.AT_THE_END);
    assertThat(window.allowedLateness()).isEqualTo(Duration.ZERO);
    assertThat(window.by()).isEmpty();
    assertThat(spec.outputs()).containsKey("w");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "over: matched | over: mached | windows.w.over (spec.yaml:38): \"mached\" is nothing a"
            + " window can be over. Did you mean matched? Allowed: matched, unmatched, orders,"
            + " payments.",
        "fixed: 5m | fixed: 0s | windows.w.window.fixed (spec.yaml:39): must be longer than nothing.",
        "fixed: 5m | fixed: 5 | windows.w.window.fixed (spec.yaml:39): \"5\" has no unit.",
        "fixed: 5m | fixd: 5m | windows.w.window.fixd (spec.yaml:39): is not a field of the spec."
            + " Did you mean fixed?",
        "fixed: 5m | sliding: 5m | windows.w.window.every (spec.yaml:39): is missing.",
        "fixed: 5m | sliding: 5m, every: 6m | windows.w.window.every (spec.yaml:39): must not be"
            + " longer than the windows, or rows would fall between them, but every = 6m and"
            + " sliding = 5m.",
        "fixed: 5m | sliding: 1d, every: 1s | windows.w.window.every (spec.yaml:39): puts each row"
            + " into 86,400 windows",
        "fixed: 5m | fixed: 5m, session: 5m | windows.w.window (spec.yaml:39): has two kinds of"
            + " windows.",
        "fixed: 5m | every: 5m | windows.w.window (spec.yaml:39): has no kind of window.",
        "fixed: 5m | fixed: 5m, every: 1m | windows.w.window.every (spec.yaml:39): belongs to"
            + " sliding windows only.",
        "fixed: 5m | fixed: 5m, offset: 7m | windows.w.window.offset (spec.yaml:39): must be shorter"
            + " than 5m, after which windows repeat, but is \"7m\". Write 2m.",
        "fixed: 5m | session: 5m, offset: 1m | windows.w.window.offset (spec.yaml:39): sessions begin"
            + " with their first row and have no offset.",
        "emit: final | emit: finl | windows.w.emit (spec.yaml:44): \"finl\" is not known here. Did"
            + " you mean final?",
        "emit: final | emit: updates | windows.w.emit (spec.yaml:44): \"updates\" needs a cadence in"
            + " processing time. Write {updates: 30s}.",
        "emit: final | emit: {updates: 0s} | windows.w.emit.updates (spec.yaml:44): must be longer"
            + " than nothing.",
        "emit: final | emit: {updates: 1s, early_and_final: 1s} | windows.w.emit (spec.yaml:44): must"
            + " be one emit mode.",
        "lateness: 0s | lateness: -1s | windows.w.allowed_lateness (spec.yaml:45): must not be"
            + " negative",
        "[left.customer_id] | [orders.customer_id] | windows.w.by[0] (spec.yaml:40):"
            + " \"orders.customer_id\" is not a field of a pair. Did you mean left.customer_id?",
        "[left.customer_id] | [left.customer] | windows.w.by[0] (spec.yaml:40): \"left.customer\" is"
            + " not a field of a pair. Did you mean left.customer_id?",
        "[left.customer_id] | [left.rate] | windows.w.by[0] (spec.yaml:40): \"left.rate\" is a"
            + " double, and doubles that should be equal often differ",
        "[left.customer_id] | [key, key] | windows.w.by[1] (spec.yaml:40): names \"key\" a second"
            + " time.",
        "[left.customer_id] | left.customer_id | windows.w.by (spec.yaml:40): must be a list",
        "sum: left.amount_minor | sum: left.customer_id | windows.w.aggregate.b.sum (spec.yaml:43):"
            + " sum needs a field of type int32, int64, double or decimal, but \"left.customer_id\""
            + " is string?.",
        "sum: left.amount_minor | p99: left.order_time | windows.w.aggregate.b.p99 (spec.yaml:43):"
            + " quantile needs a field of type",
        "sum: left.amount_minor | sun: left.amount_minor | windows.w.aggregate.b.sun (spec.yaml:43):"
            + " is not a function. Did you mean sum?",
        "{sum: left.amount_minor} | sum | windows.w.aggregate.b (spec.yaml:43): \"sum\" needs a"
            + " field. Write {sum: FIELD}.",
        "{sum: left.amount_minor} | cuont | windows.w.aggregate.b (spec.yaml:43): \"cuont\" is not"
            + " known here. Did you mean count?",
        "{sum: left.amount_minor} | {sum: gap_ms, avg: gap_ms} | windows.w.aggregate.b (spec.yaml:43):"
            + " must have one function, but has 2.",
        "{sum: left.amount_minor} | {p101: gap_ms} | windows.w.aggregate.b.p101 (spec.yaml:43): a"
            + " percentile lies between p0 and p100.",
        "{sum: left.amount_minor} | {quantiles: {of: gap_ms, at: [1.5]}} |"
            + " windows.w.aggregate.b.quantiles.at[0] (spec.yaml:43): \"1.5\" is not a quantile",
        "{sum: left.amount_minor} | {quantiles: {of: gap_ms, at: [0.5, .50]}} |"
            + " windows.w.aggregate.b.quantiles.at[1] (spec.yaml:43): is given twice.",
        "over: matched | over: orders | windows.w.by[0] (spec.yaml:40): \"left.customer_id\" is not a"
            + " field of a row of orders. Did you mean customer_id?",
        "  w: |   matched: | windows.matched (spec.yaml:37): a window can't have the name of an"
            + " output of the join.",
        "  w: |   5m: | windows.5m (spec.yaml:37): a window's name is a letter, then",
      })
  void saysWhatIsWrong(String text, String replacement, String message) {
    assertThat(WINDOW).contains(text);
    assertThat(specs.problems(SpecFixture.VALID + WINDOW.replace(text, replacement)))
        .anySatisfy(problem -> assertThat(problem).startsWith(message));
  }

  @Test
  void reportsEverythingOfAllWindowsAtOnce_alsoBesideABrokenJoin() {
    String text =
        SpecFixture.with("type: left", "type: lft")
            + """
            windows:
              a: {over: matched, aggregate: {rows: count, x: {sum: left.nothing}}}
              b: {window: {fixed: 1m}, emit: never}
            """;

    assertThat(specs.problems(text))
        .extracting(problem -> problem.replaceFirst(": .*", ""))
        .containsExactly(
            "join.type (spec.yaml:27)",
            "windows.a.window (spec.yaml:37)",
            "windows.b.over (spec.yaml:38)",
            "windows.b.aggregate (spec.yaml:38)",
            "windows.b.emit (spec.yaml:38)");
  }

  @Test
  void windowsThatWouldShareTheirCountersAreRefused() {
    String window = "{over: orders, window: {fixed: 1m}, aggregate: {rows: count}}";
    assertThat(
            specs.problems(
                SpecFixture.VALID + "windows:\n  a-b: " + window + "\n  a_b: " + window + "\n"))
        .singleElement()
        .asString()
        .contains("\"a-b\" and \"a_b\" would share their counters");
  }

  @Test
  void anOutputOfNoWindowIsUnknown() {
    assertThat(
            specs.problems(
                SpecFixture.with("outputs:\n", WINDOW + "outputs:\n  ww: {to: {files: out/w}}\n")))
        .singleElement()
        .asString()
        .startsWith("outputs.ww (spec.yaml:42): is not an output.")
        .contains("Allowed here: matched, unmatched, late, dead_letter, w.");
  }

  @Test
  void aKeyOfSeveralFieldsIsNoOneValue() {
    String text =
        SpecFixture.with(
                "{left: [order_id], right: [order_ref]}",
                "{left: [order_id, customer_id], right: [order_ref, order_ref]}")
            .replace("order_ref: string\n", "order_ref: string\n      other: string\n")
            .replace("[order_ref, order_ref]", "[order_ref, other]");

    assertThat(specs.problems(text + WINDOW.replace("left.customer_id", "key")))
        .singleElement()
        .asString()
        .contains("\"key\" is not a field of a pair. Did you mean left.order_id?");
  }

  @Test
  void fieldsOfUnmatchedRowsMayBeNull() throws Exception {
    NamedWindow window =
        read(
            """
            windows:
              w:
                over: unmatched
                window: {fixed: 1m}
                by: [side, reason, left.order_id, key]
                aggregate: {rows: count}
            """);

    assertThat(window.by())
        .extracting(FieldRef::typeName)
        .isEqualTo(List.of("string", "string", "string?", "string?"));
  }
}
