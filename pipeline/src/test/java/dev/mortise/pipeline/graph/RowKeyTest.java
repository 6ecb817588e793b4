package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class RowKeyTest {
  private static final Schema LEFT =
      Schema.builder()
          .addStringField("note")
          .addNullableField("account", Schema.FieldType.STRING)
          .addDecimalField("amount")
          .build();
  private static final Schema RIGHT =
      Schema.builder()
          .addDecimalField("paid")
          .addNullableField("payer", Schema.FieldType.STRING)
          .build();
  private static final Schema KEY = RowKey.schema(LEFT, List.of("account", "amount"));
  private static final RowKey LEFT_KEYS = new RowKey(KEY, List.of("account", "amount"));
  private static final RowKey RIGHT_KEYS = new RowKey(KEY, List.of("payer", "paid"));

  @Test
  void bothSidesHaveOneKey_whateverTheirFieldsAreCalled() {
    Row left = Row.withSchema(LEFT).addValues("n", "A", new BigDecimal("1.50")).build();
    Row right = Row.withSchema(RIGHT).addValues(new BigDecimal("1.5"), "A").build();

    assertThat(LEFT_KEYS.of(left)).isNotNull().isEqualTo(RIGHT_KEYS.of(right));
  }

  @Test
  void theKeyIsNull_whenOneOfItsFieldsIs() {
    Row left = Row.withSchema(LEFT).addValues("n", null, BigDecimal.ONE).build();

    assertThat(LEFT_KEYS.of(left)).isNull();
  }

  @Test
  void decimalsOfOneValueAreOneKey() {
    assertThat(decimalKey("1.0")).isEqualTo(decimalKey("1.000")).isEqualTo(new BigDecimal("1"));
    assertThat(decimalKey("0.00")).isEqualTo(decimalKey("0")).isEqualTo(BigDecimal.ZERO);
    assertThat(decimalKey("1e2")).isEqualTo(decimalKey("100.0"));
  }

  @Test
  void wholeDecimalsAreWrittenPlain_unlessTheyAreHuge() {
    assertThat(decimalKey("100")).hasToString("100");
    assertThat(decimalKey("1E+1000000")).hasToString("1E+1000000");
  }

  private static BigDecimal decimalKey(String decimal) {
    Row left = Row.withSchema(LEFT).addValues("n", "A", new BigDecimal(decimal)).build();
    return Objects.requireNonNull(Objects.requireNonNull(LEFT_KEYS.of(left)).getDecimal(1));
  }
}
