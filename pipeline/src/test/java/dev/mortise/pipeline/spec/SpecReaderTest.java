package dev.mortise.pipeline.spec;

import static dev.mortise.pipeline.spec.SpecFixture.VALID;
import static dev.mortise.pipeline.spec.SpecFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import dev.mortise.join.LateRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.joda.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {
  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void setUp() {
    specs = new SpecFixture(directory);
  }

  @Test
  void readsEveryFieldOfAValidSpec() throws Exception {
    PipelineSpec spec = specs.read(VALID);

    assertThat(spec.file()).isEqualTo(directory.resolve("spec.yaml"));
    assertThat(spec.name()).isEqualTo("orders-payments");
    assertThat(spec.inputs().keySet()).containsExactly("orders", "payments");
    assertThat(spec.inputs().get("orders"))
        .isEqualTo(
            new InputSpec(
                "orders",
                new SourceSpec.Files(directory + "/orders/*.jsonl", "orders/*.jsonl", null, 4),
                RowFormat.JSON,
                Schema.builder()
                    .addStringField("order_id")
                    .addNullableField("customer_id", FieldType.STRING)
                    .addInt64Field("amount_minor")
                    .addDoubleField("rate")
                    .addDateTimeField("order_time")
                    .build(),
                "order_time",
                false,
                new WatermarkSpec(Duration.standardMinutes(10), Duration.standardMinutes(1))));
    assertThat(spec.inputs().get("payments"))
        .isEqualTo(
            new InputSpec(
                "payments",
                new SourceSpec.Files(
                    directory + "/payments.csv.gz",
                    "payments.csv.gz",
                    new SourceSpec.Replay(60),
                    15),
                RowFormat.CSV,
                Schema.builder()
                    .addStringField("order_ref")
                    .addInt32Field("amount_minor")
                    .addDateTimeField("paid_at")
                    .build(),
                "paid_at",
                true,
                new WatermarkSpec(Duration.standardSeconds(30), null)));
    assertThat(spec.join())
        .isEqualTo(
            new JoinSpec(
                "orders",
                "payments",
                List.of("order_id"),
                List.of("order_ref"),
                JoinType.LEFT,
                JoinInterval.between(Duration.standardMinutes(-5), Duration.standardMinutes(30))
                    .withAllowedLateness(Duration.standardMinutes(1))
                    .withLateRows(LateRows.DIVERT)));
    assertThat(spec.outputs().values())
        .containsExactly(
            new FileOutput("matched", directory + "/out/matched", "out/matched", 32),
            new FileOutput("unmatched", directory + "/out/unmatched", "out/unmatched", 33),
            new FileOutput("late", directory + "/out/late", "out/late", 34),
            new FileOutput("dead_letter", directory + "/out/dead_letter", "out/dead_letter", 35));
  }

  @Test
  void fillsInDefaults() throws Exception {
    String text =
        with("  allowed_lateness: 1m\n  late: divert\n", "")
            .replaceAll("(?s)outputs:.*", "")
            .replace("name: orders-payments\n", "");

    PipelineSpec spec = specs.read(text);

    assertThat(spec.name()).isEqualTo(String.valueOf(directory.getFileName()));
    assertThat(spec.outputs()).isEmpty();
    assertThat(spec.join().interval().allowedLateness()).isEqualTo(Duration.ZERO);
    assertThat(spec.join().interval().lateRows()).isEqualTo(LateRows.JOIN);
  }

  @Test
  void takesItsNameFromTheFile_whenThatSaysMoreThanSpec() throws Exception {
    Path file =
        Files.writeString(directory.resolve("clicks.v2.yaml"), with("name: orders-payments\n", ""));

    assertThat(SpecReader.read(file, name -> null).name()).isEqualTo("clicks.v2");
  }

  @Test
  void readsAScriptAsJson() throws Exception {
    PipelineSpec spec =
        specs.read(
            with("{files: \"orders/*.jsonl\"}\n    format: json", "{script: ../events.txt}"));

    InputSpec orders = spec.input("orders");
    assertThat(orders.format()).isEqualTo(RowFormat.JSON);
    assertThat(orders.from())
        .isEqualTo(
            new SourceSpec.Script(directory.getParent() + "/events.txt", "../events.txt", 4));
    assertThat(orders.isStreaming()).isTrue();
  }

  @Test
  void readsEveryType() throws Exception {
    PipelineSpec spec =
        specs.read(
            with("      rate: double\n", "      a: decimal\n      b: boolean?\n      c: int32?\n"));

    InputSpec orders = spec.input("orders");
    assertThat(orders.schema().getField("a").getType()).isEqualTo(FieldType.DECIMAL);
    assertThat(orders.schema().getField("b").getType())
        .isEqualTo(FieldType.BOOLEAN.withNullable(true));
    assertThat(orders.typeOf("c")).isEqualTo("int32?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{after: 30m}                                 | 0        | 1800000",
        "{before: 30m}                                | -1800000 | 0",
        "{before: 0s, after: 0s}                      | 0        | 0",
        "{lower: -5m, upper: 30m}                     | -300000  | 1800000",
        "{lower: 5m, upper: PT5M}                     | 300000   | 300000",
        "{lower: -PT30M, upper: -5m}                  | -1800000 | -300000",
        "{after: 30m, exclusive: upper}               | 0        | 1799999",
        "{after: 30m, exclusive: lower}               | 1        | 1800000",
        "{lower: 0s, upper: 2ms, exclusive: both}     | 1        | 1",
        "{lower: 0s, upper: 1ms, exclusive: lower}    | 1        | 1",
        "{lower: -3652500d, upper: 3652500d}          | -315576000000000 | 315576000000000",
      })
  void readsBounds(String within, long lower, long upper) throws Exception {
    PipelineSpec spec = specs.read(with("{before: 5m, after: 30m}", within));

    assertThat(spec.join().interval().lower().getMillis()).isEqualTo(lower);
    assertThat(spec.join().interval().upper().getMillis()).isEqualTo(upper);
  }

  @Test
  void readsAKeyOfSeveralFields() throws Exception {
    String text =
        with("amount_minor: int32", "amount_minor: int64\n      order_id: string")
            .replace("{left: [order_id], right: [order_ref]}", "[order_id, amount_minor]");

    assertThat(specs.read(text).join().leftKey()).containsExactly("order_id", "amount_minor");
    assertThat(specs.read(text).join().rightKey()).containsExactly("order_id", "amount_minor");
  }

  @Test
  void takesAKeyThatMayBeNullOnOneSide() throws Exception {
    String text = with("left: [order_id]", "left: [customer_id]");

    assertThat(specs.read(text).join().leftKey()).containsExactly("customer_id");
  }

  @Test
  void acceptsByteOrderMark_carriageReturns_andCommentsAround() throws Exception {
    PipelineSpec expected = specs.read(VALID);

    assertThat(specs.read("\uFEFF" + VALID)).isEqualTo(expected);
    assertThat(specs.read(VALID.replace("\n", "\r\n"))).isEqualTo(expected);
    assertThat(specs.read(VALID + "...\n# end\n").join()).isEqualTo(expected.join());
  }

  @Test
  void countsLinesTheSame_withCarriageReturns() {
    String text = with("type: left", "type: lft").replace("\n", "\r\n");

    assertThat(specs.problems(text))
        .singleElement()
        .asString()
        .startsWith("join.type (spec.yaml:27)");
  }

  @Test
  void takesAliasesForWholeValues() throws Exception {
    String text =
        with("[order_id]", "&key [order_id]")
            .replace("order_ref: string", "order_id: string")
            .replace("[order_ref]", "*key");

    assertThat(specs.read(text).join().rightKey()).containsExactly("order_id");
  }

  @Test
  void fillsVariablesIn_afterYamlIsRead() throws Exception {
    SpecFixture withVariables =
        new SpecFixture(directory, Map.of("OUT", "a: b, c", "WAIT", "45m", "EMPTY", ""));
    String text =
        with("out/matched", "\"${OUT}/$5/matched\"")
            .replace("name: orders-payments", "name: a $${x} $${")
            .replace("after: 30m", "after: \"${WAIT}\"")
            .replace("allowed_lateness: 1m", "allowed_lateness: ${EMPTY:-2m}")
            .replace("late: divert", "late: ${UNSET:-join}");

    PipelineSpec spec = withVariables.read(text);

    assertThat(spec.name()).isEqualTo("a ${x} ${");

    OutputSpec matched = spec.outputs().get("matched");
    assertThat(matched)
        .isEqualTo(
            new FileOutput("matched", directory + "/a: b, c/$5/matched", "${OUT}/$5/matched", 32));
    assertThat(spec.join().interval().upper()).isEqualTo(Duration.standardMinutes(45));
    assertThat(spec.join().interval().allowedLateness()).isEqualTo(Duration.standardMinutes(2));
    assertThat(spec.join().interval().lateRows()).isEqualTo(LateRows.JOIN);
  }

  @Test
  void neverPrintsTheValueOfAVariable() {
    SpecFixture withSecret = new SpecFixture(directory, Map.of("TOKEN", "hunter2"));
    for (String value :
        List.of(
            "type: left",
            "event_time: paid_at",
            "order_ref: string",
            "left: orders",
            "late: divert",
            "unknown_fields: keep",
            "format: json",
            "allowed_lateness: 1m",
            "speed: 60x",
            "after: 30m",
            "idle_after: 1m")) {
      String field = value.substring(0, value.indexOf(':'));
      List<String> problems = withSecret.problems(with(value, field + ": \"${TOKEN}\""));

      assertThat(problems).as(value).isNotEmpty();
      assertThat(problems).as(value).noneMatch(text -> text.contains("hunter2"));
      assertThat(problems).as(value).anyMatch(text -> text.contains("${TOKEN}"));
    }
  }
}
