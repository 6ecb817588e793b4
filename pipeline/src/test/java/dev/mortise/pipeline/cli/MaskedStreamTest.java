package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MaskedStreamTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream masked =
      MaskedStream.over(new PrintStream(out, true, StandardCharsets.UTF_8));

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void masksSecrets_howeverTheyArePrinted() {
    Secrets.know("hunter2-stream");
    masked.print("a hunt");
    masked.print("er2-stream \u00e4\n");
    masked.printf("b %s%n", "hunter2-stream");
    masked.append("c hunter2-stream\n");
    new IllegalStateException("d hunter2-stream").printStackTrace(masked);
    masked.flush();
    assertThat(printed()).startsWith("a *** \u00e4\nb ***\nc ***\njava.lang.IllegalState");
    assertThat(printed()).contains("d ***").doesNotContain("hunter2");
  }

  @Test
  void passesOnWhatIsFlushed_beforeTheLineIsOver() {
    masked.print("\r12 rows");
    masked.flush();
    assertThat(printed()).isEqualTo("\r12 rows");
  }
}
