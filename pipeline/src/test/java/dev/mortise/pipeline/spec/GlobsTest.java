package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/d/*.jsonl               | /d/out         | true",
        "/d/*.jsonl               | /d/x/out       | false",
        "/d/**.jsonl              | /d/x/out       | true",
        "/d/**/*.jsonl            | /d/x/out       | true",
        "/d/*.jsonl.gz            | /d/out         | false",
        "/d/orders-*.jsonl        | /d/out         | false",
        "/d/o*-00000-of-?????.jsonl | /d/out       | true",
        "/d/{in,o[a-z]t}-*.jsonl  | /d/out         | true",
        "/d/{in,o[!u]t}-*.jsonl   | /d/out         | false",
        "/d/out-[0-9]*            | /d/out         | true",
        "/d/out-batch.jsonl       | /d/out         | true",
        "/d/out.jsonl             | /d/out         | false",
        "/d/out\\-*.jsonl         | /d/out         | true",
        "/*/*/out-*               | /d/out         | false",
      })
  void seesWhatWouldBeReadAgain(String pattern, String output, boolean expected) {
    assertThat(Globs.matchesOutputOf(pattern, output)).isEqualTo(expected);
  }

  /** If a file of the output matches, the patterns must be said to meet. */
  @Property
  void missesNoFile(
      @ForAll("patterns") String pattern,
      @ForAll("names") String path,
      @ForAll("names") String rest) {
    Path file = Path.of("/" + path + "-" + rest.replace("/", "") + ".jsonl");
    String glob = "/" + pattern;

    if (FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(file)) {
      assertThat(Globs.matchesOutputOf(glob, "/" + path)).isTrue();
    }
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.of("a", "b", "-", "*", "**", "?", "[ab]", "[!a]", "{a,b*}", "/b", ".jsonl")
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of("a", "b", "-", "b/a")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(parts -> String.join("", parts));
  }
}
