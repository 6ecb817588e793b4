package dev.mortise.pipeline.spec;

import static dev.mortise.pipeline.spec.SpecFixture.VALID;
import static dev.mortise.pipeline.spec.SpecFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of specs that can't be run. */
class SpecProblemsTest {
  private static final String FILES = "{files: \"orders/*.jsonl\"}";

  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void setUp() {
    specs = new SpecFixture(directory);
  }

  private void saysOnly(String yaml, String... beginnings) {
    List<String> problems = specs.problems(yaml);
    assertThat(problems).hasSameSizeAs(beginnings);
    for (int i = 0; i < beginnings.length; i++) {
      assertThat(problems.get(i)).startsWith(beginnings[i]);
    }
  }

  @Test
  void readsTheDurationOfTheContract() {
    assertThat(specs.problems(with("after: 30m", "after: 30 minuts")))
        .containsExactly(
            "join.within.after (spec.yaml:28): \"30 minuts\" is not a duration. Write 30m or"
                + " PT30M.");
  }

  @Test
  void namesEveryMisspeltField() {
    String text =
        with("name:", "nam:")
            .replace("format:", "formt:")
            .replace("unknown_fields", "unknown-fields")
            .replace("max_out_of_orderness: 30s", "max_out_of_ordernes: 30s")
            .replace("speed", "sped")
            .replace("type:", "tpye:")
            .replace(" after:", " aftr:")
            .replace("unmatched:", "unmached:");

    saysOnly(
        text,
        "nam (spec.yaml:1): is not a field of the spec. Did you mean name? Allowed here: name,"
            + " inputs, join, windows, outputs.",
        "inputs.orders.formt (spec.yaml:5): is not a field of the spec. Did you mean format?",
        "inputs.payments.from.replay.sped (spec.yaml:15): is not a field of the spec. Did you mean"
            + " speed?",
        "inputs.payments.unknown-fields (spec.yaml:21): is not a field of the spec. Did you mean"
            + " unknown_fields?",
        "inputs.payments.watermark.max_out_of_ordernes (spec.yaml:22): is not a field",
        "join.tpye (spec.yaml:27): is not a field of the spec. Did you mean type?",
        "join.within.aftr (spec.yaml:28): is not a field of the spec. Did you mean after?",
        "outputs.unmached (spec.yaml:33): is not an output. Did you mean unmatched? Allowed here:"
            + " matched, unmatched, late, dead_letter.");
  }

  @Test
  void reportsProblemsOfAllPartsAtOnce_inTheOrderOfTheFile() {
    String text =
        with("order_id: string", "order_id: strng")
            .replace("event_time: paid_at", "event_time: amount_minor")
            .replace("right: payments", "right: payment")
            .replace("late: divert", "late: drop");

    saysOnly(
        text,
        "inputs.orders.schema.order_id (spec.yaml:7): \"strng\" is not a type. Did you mean string?",
        "inputs.payments.event_time (spec.yaml:20): \"amount_minor\" is of type int32, but an event"
            + " time is a timestamp.",
        "join.right (spec.yaml:25): \"payment\" is not an input. Did you mean payments? Inputs:"
            + " orders, payments.",
        "join.late (spec.yaml:30): \"drop\" is not known here. Allowed: join, divert.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{after: 30}                        | join.within.after (spec.yaml:28): \"30\" has no unit. Write 30s, 30m or 30h.",
        "{after: -30m}                      | join.within.after (spec.yaml:28): must not be negative, but is \"-30m\".",
        "{lower: 30m, upper: -5m}           | join.within (spec.yaml:28): lower must not be above upper, but lower = 30m and upper = -5m.",
        "{}                                 | join.within (spec.yaml:28): has no bound: an unbounded join keeps every row forever.",
        "{exclusive: both}                  | join.within (spec.yaml:28): has no bound: an unbounded join keeps every row forever.",
        "{lower: 5m}                        | join.within.upper (spec.yaml:28): is missing: an unbounded join keeps every row forever.",
        "{upper: 5m}                        | join.within.lower (spec.yaml:28): is missing: an unbounded join keeps every row forever.",
        "{after: 5m, lower: 0s}             | join.within (spec.yaml:28): takes before and after, or lower and upper, not a mix.",
        "30m                                | join.within (spec.yaml:28): must say how far the right row may lie from the left one, but is \"30m\". Write {after: 30m},",
        "[30m]                              | join.within (spec.yaml:28): must say how far the right row may lie from the left one, but is a list.",
        "~                                  | join.within (spec.yaml:28): must say how far the right row may lie from the left one, but is empty.",
        "{lower: 0s, upper: 0s, exclusive: upper} | join.within (spec.yaml:28): nothing is left between lower = 0s and upper = 0s",
        "{lower: 0s, upper: 1ms, exclusive: both} | join.within (spec.yaml:28): nothing is left between lower = 0s and upper = 1ms",
        "{after: 30m, exclusive: uper}      | join.within.exclusive (spec.yaml:28): \"uper\" is not known here. Did you mean upper?",
        "{after: 3652501d}                  | join.within.after (spec.yaml:28): \"3652501d\" is longer than 10,000 years",
        "{after: [30m]}                     | join.within.after (spec.yaml:28): must be one value, but is a list.",
        "{after: ''}                        | join.within.after (spec.yaml:28): must not be empty.",
        "{after: }                          | join.within.after (spec.yaml:28): has no value.",
      })
  void explainsWrongBounds(String within, String beginning) {
    saysOnly(with("{before: 5m, after: 30m}", within), beginning);
  }

  @Test
  void refusesCompressionsThatCantBeRead() {
    saysOnly(
        with("orders/*.jsonl", "orders/*.jsonl.deflate"),
        "inputs.orders.from.files (spec.yaml:4): \"orders/*.jsonl.deflate\": .deflate can't be read."
            + " Use .gz, .bz2 or .zst, or no compression.");
    saysOnly(
        with(FILES, "{script: events.jsonl.zip}"),
        "inputs.orders.from.script (spec.yaml:4): \"events.jsonl.zip\": .zip can't be read.");
  }

  @Test
  void refusesInputsThatWouldShareTheirCounters() {
    String text =
        with("orders:\n    from", "pay-ments:\n    from")
            .replace("left: orders", "left: pay-ments")
            .replace("payments:\n    from", "Pay_Ments:\n    from")
            .replace("right: payments", "right: Pay_Ments");
    saysOnly(
        text,
        "inputs.Pay_Ments (spec.yaml:14): \"pay-ments\" and \"Pay_Ments\" would share the counters"
            + " of \"pay_ments\", which know no capitals and no dashes. Rename one of them.");
    saysOnly(
        with("orders:\n    from", "Stray:\n    from").replace("left: orders", "left: Stray"),
        "inputs.Stray (spec.yaml:3): an input can't be called stray");
  }

  @Test
  void refusesAJoinWithoutBound() {
    saysOnly(
        with("  within: {before: 5m, after: 30m}\n", ""),
        "join.within (spec.yaml:23): is missing. Write {after: 30m} or {before: 5m, after: 30m}: an"
            + " unbounded join keeps every row forever.");
  }

  @Test
  void refusesEqualSides_andUnusedInputs() {
    saysOnly(
        with("right: payments", "right: orders").replace("[order_ref]", "[order_id]"),
        "join.right (spec.yaml:25): left and right must be two inputs, but both are \"orders\".");
    String third =
        "  third:\n    from: {script: x}\n    schema: {t: timestamp}\n    event_time: t\n";
    saysOnly(
        with("join:\n", third + "join:\n"),
        "inputs.third (spec.yaml:23): is not used by the join, and would be read for nothing.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "order_id                              | join.on (spec.yaml:26): must be a list of fields, but is \"order_id\". Write [order_id]",
        "[]                                    | join.on (spec.yaml:26): must name at least one field.",
        "{left: [order_id]}                    | join.on.right (spec.yaml:26): is missing.",
        "{left: [order_id], right: [order_ref, paid_at]} | join.on (spec.yaml:26): must name as many fields on the left as on the right, but names 1 and 2.",
        "{left: [ordr_id], right: [order_ref]} | join.on.left[0] (spec.yaml:26): \"ordr_id\" is not a field of orders. Did you mean order_id? Its fields: order_id, customer_id",
        "{left: [rate], right: [order_ref]}    | join.on.left[0] (spec.yaml:26): \"rate\" of orders is a double, and doubles that should be equal often differ",
        "[amount_minor]                        | join.on[0] (spec.yaml:26): a key's fields must be of one type, but \"amount_minor\" of orders is int64 and \"amount_minor\" of payments is int32.",
        "{left: [order_id, order_id], right: [order_ref, order_ref]} | join.on.left[1] (spec.yaml:26): names \"order_id\" a second time.",
        "{left: [{a: b}], right: [order_ref]}  | join.on.left[0] (spec.yaml:26): must be one value, but is a map.",
      })
  void explainsWrongKeys(String on, String beginning) {
    List<String> problems = specs.problems(with("{left: [order_id], right: [order_ref]}", on));

    assertThat(problems.get(0)).startsWith(beginning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{files: a, kafka: {bootstrap_servers: b:1, topic: c}} | inputs.orders.from.kafka (spec.yaml:4): an input has one source, and files is given too.",
        "orders.jsonl                    | inputs.orders.from (spec.yaml:4): must say what is read, but is \"orders.jsonl\". Write {files:",
        "{}                              | inputs.orders.from (spec.yaml:4): names no source.",
        "{files: a, script: b}           | inputs.orders.from.script (spec.yaml:4): an input has one source, and files is given too.",
        "{script: b, replay: max}        | inputs.orders.from.replay (spec.yaml:4): only files can be replayed",
        "{files: a, replay: 60x}         | inputs.orders.from.replay (spec.yaml:4): \"60x\" is not a pace to replay at. Write max, or {speed: 60x}.",
        "{files: a, replay: {}}          | inputs.orders.from.replay.speed (spec.yaml:4): is missing.",
        "{files: a, replay: {speed: 60}} | inputs.orders.from.replay.speed (spec.yaml:4): \"60\" is not a speed",
        "{files: a, replay: {speed: 0x}} | inputs.orders.from.replay.speed (spec.yaml:4): \"0x\" is not a speed",
        "{files: [a, b]}                 | inputs.orders.from.files (spec.yaml:4): must be one value, but is a list.",
        "{files: 'a[0.jsonl'}            | inputs.orders.from.files (spec.yaml:4): \"a[0.jsonl\" is not a valid pattern.",
        "{files: 'gs://b/a.jsonl'}       | inputs.orders.from.files (spec.yaml:4): \"gs://b/a.jsonl\" is a URL, and this version",
        "{files: \"a\\0b\"}              | inputs.orders.from.files (spec.yaml:4): \"a\\u0000b\" is not a valid path.",
        "{files: \"${NOT_SET}/a\"}       | inputs.orders.from.files (spec.yaml:4): the environment variable NOT_SET is not set. Set it, or write ${NOT_SET:-default}.",
        "{files: \"${NOT SET}/a\"}       | inputs.orders.from.files (spec.yaml:4): \"${NOT SET}\" does not name a variable.",
        "{files: \"a/${OPEN\"}           | inputs.orders.from.files (spec.yaml:4): \"${OPEN\" has no closing brace.",
      })
  void explainsWrongSources(String from, String beginning) {
    saysOnly(with(FILES, from), beginning);
  }

  @Test
  void explainsFormats() {
    saysOnly(
        with(FILES, "{script: x}").replace("format: json", "format: csv"),
        "inputs.orders.format (spec.yaml:5): a script is always JSON Lines.");
    saysOnly(
        with(FILES, "{script: x}").replace("format: json", "format: avro"),
        "inputs.orders.format (spec.yaml:5): a script is always JSON Lines.");
    saysOnly(
        with("format: json", "format: json\n    schema_file: orders.avsc\n    registry: {url: x}"),
        "inputs.orders.schema_file (spec.yaml:6): belongs to format: avro.",
        "inputs.orders.registry (spec.yaml:7): belongs to format: avro.");
    saysOnly(
        with(FILES + "\n    format: json", "{files: \"orders/*\"}"),
        "inputs.orders.format (spec.yaml:3): is missing, and the files' ending does not say it.");
    saysOnly(
        with("format: json", "format: jsn"),
        "inputs.orders.format (spec.yaml:5): \"jsn\" is not known here. Did you mean json?");
  }

  @Test
  void wantsAWatermark_whereFilesAreReplayed() {
    saysOnly(
        with("    watermark: {max_out_of_orderness: 30s}\n", ""),
        "inputs.payments.watermark (spec.yaml:14): is missing: replayed rows are a stream");
    saysOnly(
        with("{max_out_of_orderness: 10m, idle_after: 1m}", "{idle_after: 0s}"),
        "inputs.orders.watermark.max_out_of_orderness (spec.yaml:13): is missing.",
        "inputs.orders.watermark.idle_after (spec.yaml:13): must be longer than nothing");
  }

  @Test
  void explainsTypesOfOtherSystems_andNestedOnes() {
    saysOnly(
        with("rate: double", "rate: bigint"),
        "inputs.orders.schema.rate (spec.yaml:10): \"bigint\" is not a type. Did you mean int64?");
    saysOnly(
        with("rate: double", "rate: {a: string}"),
        "inputs.orders.schema.rate (spec.yaml:10): must be one value, but is a map.");
    saysOnly(
        with("order_time: timestamp", "order_time: timestamp?"),
        "inputs.orders.event_time (spec.yaml:12): \"order_time\" may be null");
    saysOnly(
        with("event_time: order_time", "event_time: order_tim"),
        "inputs.orders.event_time (spec.yaml:12): \"order_tim\" is not a field of the schema. Did"
            + " you mean order_time?");
  }

  @Test
  void refusesWhatOtherVersionsHave_withoutCallingItUnknown() {
    saysOnly(
        with("    format: json\n", "    format: json\n    dedupe: {by: [order_id], within: 1h}\n"),
        "inputs.orders.dedupe (spec.yaml:6): deduplication is part of the spec format but not");
  }

  @Test
  void keepsOutputsApart_fromEachOtherAndFromInputs() {
    saysOnly(
        with("out/late", "./out/x/../matched"),
        "outputs.late.to.files (spec.yaml:34): is the path of matched too");
    saysOnly(
        with("out/late", "out/matched-late"),
        "outputs.late.to.files (spec.yaml:34): files of this output and of matched could not be");
    saysOnly(
        with("out/late", "orders/late"),
        "outputs.late.to.files (spec.yaml:34): files written here would be read as rows of orders");
    saysOnly(
        with("out/late", "out/*"), "outputs.late.to.files (spec.yaml:34): \"out/*\" is a pattern");
    saysOnly(
        with("out/late", "out/"), "outputs.late.to.files (spec.yaml:34): \"out/\" is a directory");
    saysOnly(
        with("{to: {files: out/late}}", "out/late"),
        "outputs.late (spec.yaml:34): must say where rows go, but is \"out/late\".");
  }

  @Test
  void refusesNamesOfInputs_thatWindowsCouldNotUse() {
    saysOnly(
        with("  orders:", "  matched:").replace("left: orders", "left: matched"),
        "inputs.matched (spec.yaml:3): an input can't have the name of an output");
    saysOnly(
        with("  orders:", "  or ders:").replace("left: orders", "left: or ders"),
        "inputs.or ders (spec.yaml:3): an input's name is a letter, then");
  }

  @Test
  void reportsAFieldThatIsGivenTwice() {
    saysOnly(
        with("late: divert", "late: divert\n  type: full"),
        "join.type (spec.yaml:31): is given twice, first on line 27.");
  }

  @Test
  void meetsFilesThatAreNoSpec() {
    saysOnly("", "spec.yaml: the file holds no spec.");
    saysOnly("# nothing\n", "spec.yaml: the file holds no spec.");
    saysOnly("~\n", "spec.yaml: the file holds no spec.");
    saysOnly("hello\n", "spec.yaml:1: a spec is a map, but this is \"hello\".");
    saysOnly("- a\n", "spec.yaml:1: a spec is a map, but this is a list.");
    saysOnly("{}\n", "inputs (spec.yaml:1): is missing.", "join (spec.yaml:1): is missing.");
    saysOnly("a: 1\n---\nb: 2\n", "spec.yaml:2: a spec is one YAML document");
    saysOnly("inputs:\n\torders: 1\n", "spec.yaml:2: this is not YAML: ");
    saysOnly("inputs: {a: ${B}}\n", "spec.yaml:1: this is not YAML: ");
    saysOnly("inputs: !!set {a}\n", "spec.yaml:1: YAML tags have no meaning in a spec.");
    saysOnly("inputs: *x\n", "spec.yaml:1: this is not YAML: ");
    saysOnly("a: \u0001\n", "spec.yaml:1: the character U+0001 is not allowed in YAML.");
    saysOnly("[".repeat(100_000), "spec.yaml:1: a spec nests at most 50 levels.");
    saysOnly("{a: ".repeat(100_000), "spec.yaml:1: a spec nests at most 50 levels.");
    saysOnly("a: &a [x]\nb: [" + "*a,".repeat(60) + "]\n", "spec.yaml:2: a spec uses at most 50");
    saysOnly(
        "#".repeat(1 << 20) + "\n", "%s/spec.yaml: a spec has at most 1 MiB".formatted(directory));
    assertThat(specs.problems("a: 1\nb: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1)))
        .containsExactly(
            "spec.yaml:2: a spec is UTF-8 text, but this line is not. Save the file as UTF-8.");
    assertThat(specs.problems(VALID.getBytes(StandardCharsets.UTF_16)))
        .singleElement()
        .asString()
        .contains("this is UTF-16");
  }

  @Test
  void meetsKeysThatAreNoText() {
    assertThat(specs.problems("? [a]\n: 1\n? {b: c}\n: 2\n1: 3\n~: 4\n<<: 5\n"))
        .anyMatch(text -> text.startsWith("spec.yaml:1: the name of a field must be plain text."))
        .anyMatch(text -> text.startsWith("spec.yaml:3: the name of a field must be plain text."))
        .anyMatch(text -> text.startsWith("1 (spec.yaml:5): is not a field"))
        .anyMatch(text -> text.startsWith("~ (spec.yaml:6): is not a field"))
        .anyMatch(text -> text.startsWith("<< (spec.yaml:7): YAML merge keys are not supported."));
  }

  @Test
  void meetsPathsThatLeadToNoFile() {
    assertThat(problemsOf(directory.resolve("nope.yaml"))).contains("there is no such file");
    assertThat(problemsOf(directory)).contains("this is a directory");
  }

  private static String problemsOf(Path file) {
    try {
      return SpecReader.read(file, name -> null).toString();
    } catch (SpecException e) {
      return String.join("\n", e.problems());
    }
  }
}
