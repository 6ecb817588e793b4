package dev.mortise.pipeline;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.joda.time.Duration;

/** Inputs and files for tests. */
public final class TestInputs {
  public static final Schema ORDERS =
      Schema.builder()
          .addStringField("order_id")
          .addField(Schema.Field.nullable("amount", FieldType.INT64))
          .addDateTimeField("order_time")
          .build();

  private TestInputs() {}

  public static InputSpec orders(SourceSpec from, RowFormat format) {
    return input("orders", ORDERS, from, format);
  }

  public static InputSpec input(String name, Schema schema, SourceSpec from, RowFormat format) {
    return new InputSpec(
        name,
        from,
        format,
        schema,
        "order_time",
        false,
        new WatermarkSpec(Duration.standardMinutes(10), null));
  }

  public static InputSpec keepingUnknown(InputSpec input) {
    return new InputSpec(
        input.name(),
        input.from(),
        input.format(),
        input.schema(),
        input.eventTime(),
        true,
        input.watermark());
  }

  public static SourceSpec.Files files(String pattern) {
    return new SourceSpec.Files(pattern, pattern, null);
  }

  public static SourceSpec.Files replay(Path file, SourceSpec.Replay replay) {
    return new SourceSpec.Files(file.toString(), file.toString(), replay);
  }

  public static SourceSpec.Script script(Path file) {
    return new SourceSpec.Script(file.toString(), file.toString());
  }

  public static PipelineSpec spec(Path folder, InputSpec left, InputSpec right) {
    Map<String, InputSpec> inputs = new LinkedHashMap<>();
    inputs.put(left.name(), left);
    inputs.put(right.name(), right);
    JoinSpec join =
        new JoinSpec(
            left.name(),
            right.name(),
            List.of("order_id"),
            List.of("order_id"),
            JoinType.FULL,
            JoinInterval.between(Duration.ZERO, Duration.standardMinutes(30)));
    return new PipelineSpec(folder.resolve("spec.yaml"), "test", inputs, join, Map.of(), Map.of());
  }

  public static Path write(Path folder, String name, String text) {
    return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Path write(Path folder, String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
