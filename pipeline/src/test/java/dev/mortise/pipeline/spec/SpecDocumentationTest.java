package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference of the spec keeps what it promises. */
class SpecDocumentationTest {
  private static final Pattern COMPLETE =
      Pattern.compile("```yaml\n(# complete\n.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void readsEveryCompleteSpecOfTheReference() throws Exception {
    Path reference = Path.of(System.getProperty("user.dir")).resolve("../docs/spec.md");
    Matcher blocks = COMPLETE.matcher(Files.readString(reference));
    SpecFixture specs = new SpecFixture(directory);
    int read = 0;
    while (blocks.find()) {
      assertThat(specs.problems(blocks.group(1))).isEmpty();
      read++;
    }
    assertThat(read).isEqualTo(2);
  }
}
