package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.AvroData;
import dev.mortise.pipeline.TestInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.avro.file.CodecFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvroInputTest {
  private static final String SPEC =
      """
      inputs:
        orders:
          from: {files: orders.avro}
          format: avro
          event_time: order_time
        payments:
          from: {files: payments.jsonl}
          schema: {order_id: string, paid_at: timestamp}
          event_time: paid_at
      join: {left: orders, right: payments, on: [order_id], type: left, within: {after: 30m}}
      """;

  @TempDir Path dir;

  @BeforeEach
  void files() throws IOException {
    Files.write(
        dir.resolve("orders.avro"), AvroData.container(List.of(AvroData.order("a", 1L, 0))));
    Files.writeString(
        dir.resolve("orders.avsc"), AvroData.ORDER.toString().replace("\"amount\"", "\"total\""));
  }

  private static String with(String line) {
    return SPEC.replace("    format: avro\n", "    format: avro\n    " + line + "\n");
  }

  private List<String> problems(String spec) {
    return new SpecFixture(dir).problems(spec);
  }

  private InputSpec orders(String spec) throws SpecException {
    return new SpecFixture(dir).read(spec).left();
  }

  @Test
  void takesTheSchemaFromTheFiles() throws SpecException {
    assertThat(orders(SPEC).schema()).isEqualTo(TestInputs.ORDERS);
    // The ending says the format.
    InputSpec orders = orders(SPEC.replace("    format: avro\n", ""));
    assertThat(orders.format()).isEqualTo(RowFormat.AVRO);
    assertThat(orders.avro()).isEqualTo(new AvroSpec(null, null));
  }

  @Test
  void takesTheSchemaFromTheSchemaFile() throws SpecException {
    InputSpec orders = orders(with("schema_file: orders.avsc"));
    assertThat(orders.schema().getFieldNames()).containsExactly("order_id", "total", "order_time");
    assertThat(Objects.requireNonNull(orders.avro()).readerSchema()).contains("\"total\"");
  }

  @Test
  void aDeclaredSchemaNarrowsIt() throws SpecException {
    InputSpec orders = orders(with("schema: {order_time: timestamp, order_id: string}"));
    assertThat(orders.schema().getFieldNames()).containsExactly("order_time", "order_id");
    InputSpec more =
        orders(with("schema: {order_id: string, order_time: timestamp, later: string?}"));
    assertThat(more.schema().getFieldNames()).contains("later");
  }

  @Test
  void saysWhatADeclaredSchemaHasWrong() {
    assertThat(problems(with("schema: {order_id: int64, amnt: int64, order_time: timestamp}")))
        .containsExactly(
            "inputs.orders.schema.order_id (spec.yaml:5): is string in \"orders.avro\", which can't"
                + " be read as int64. Write string.",
            "inputs.orders.schema.amnt (spec.yaml:5): is not a field of \"orders.avro\". Did you"
                + " mean amount? Its fields: order_id, amount, order_time.");
    assertThat(
            problems(
                with(
                    "schema_file: orders.avsc\n    schema: {order_id: string, order_time:"
                        + " timestamp, amount: int64?}")))
        .containsExactly(
            "inputs.orders.schema.amount (spec.yaml:6): is not a field of \"orders.avsc\"."
                + " Its fields: order_id, total, order_time.");
  }

  @Test
  void saysWhatIsWrongWithASchemaFile() throws IOException {
    Files.writeString(dir.resolve("bad.avsc"), "{\"type\": \"recrd\"}");
    Files.writeString(dir.resolve("text.avsc"), "\"string\"");
    assertThat(problems(with("schema_file: none.avsc")))
        .containsExactly(
            "inputs.orders.schema_file (spec.yaml:5): there is no file \"none.avsc\". Paths are"
                + " relative to the spec file.");
    assertThat(problems(with("schema_file: text.avsc")))
        .containsExactly(
            "inputs.orders.schema_file (spec.yaml:5): \"text.avsc\" must hold the schema of a"
                + " record, but is one of type string. Name the record's.");
    assertThat(problems(with("schema_file: bad.avsc")))
        .singleElement()
        .asString()
        .startsWith("inputs.orders.schema_file (spec.yaml:5): \"bad.avsc\" is no Avro schema: ");
  }

  @Test
  void saysThatNothingNamesTheFields() {
    assertThat(problems(SPEC.replace("orders.avro", "none-*.avro")))
        .containsExactly(
            "inputs.orders.schema_file (spec.yaml:2): is missing, and no file matches"
                + " \"none-*.avro\", which would say which fields the rows have. Paths are relative"
                + " to the spec file.");
    assertThat(problems(SPEC.replace("orders.avro", "spec.yaml")))
        .singleElement()
        .asString()
        .contains("schema_file (spec.yaml:2): is missing, and \"spec.yaml\" does not say");
    assertThat(problems(SPEC.replace("orders.avro", "orders.avro.gz")))
        .anyMatch(problem -> problem.contains("is compressed as a whole"));
  }

  @Test
  void knowsBeforeARunWhatCantBeRead() throws IOException, SpecException {
    byte[] good = AvroData.container(AvroData.ORDER, List.of(), CodecFactory.deflateCodec(1));
    Files.write(dir.resolve("o-1.avro"), good);
    Files.writeString(dir.resolve("o-2.avro"), "{}");
    Files.createFile(dir.resolve("payments.jsonl"));
    PipelineSpec spec = new SpecFixture(dir).read(SPEC.replace("orders.avro", "\"o-*.avro\""));
    assertThat(SpecFiles.check(spec))
        .containsExactly(
            "inputs.orders.from.files (spec.yaml:3): \"o-2.avro\" is no Avro object container"
                + " file. Check the format.");
  }

  @Test
  void aRegistryIsForTopics_andItsPropertiesAreKnown() {
    assertThat(
            problems(
                with(
                    "registry: {url: \"ftp://ann:hunter2@host\", properties:"
                        + " {basic.auth.user.inf: hunter2}}")))
        .containsExactlyInAnyOrder(
            "inputs.orders.registry.url (spec.yaml:5): must be an address that begins with http://"
                + " or https://. Write the registry's address, such as https://registry:8081.",
            "inputs.orders.registry (spec.yaml:5): only records of Kafka name schemas of a"
                + " registry: files hold their own. Remove it.",
            "inputs.orders.registry.properties.basic.auth.user.inf (spec.yaml:5): is no property"
                + " of a registry here. Did you mean basic.auth.user.info? Allowed:"
                + " basic.auth.user.info, bearer.auth.token.");
  }
}
