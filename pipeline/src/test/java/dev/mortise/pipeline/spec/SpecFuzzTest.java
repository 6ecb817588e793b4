package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** However a spec is broken, the reader says what is wrong and never falls over. */
class SpecFuzzTest {
  private enum Kind {
    DELETE,
    DOUBLE,
    INDENT,
    VALUE,
    KEY,
    INSERT,
    CUT
  }

  private record Edit(Kind kind, int at, String text) {}

  private static final List<String> ODD =
      List.of(
          "[]",
          "[a, [b]]",
          "{}",
          "{a: b}",
          "{files: x}",
          "~",
          "null",
          "''",
          "\"\\0\"",
          "3",
          "-1.5e3",
          "true",
          "&a x",
          "*a",
          "!!int 3",
          "? x",
          "- x",
          "\t",
          "${X}",
          "${",
          "$${X}",
          "${X:-5m}",
          "|",
          ">-",
          "# c",
          "---",
          "...",
          "<<",
          "%YAML 1.1",
          "@",
          "`",
          "\u00e9\uD83D\uDE00",
          "-5m",
          "99999999999999999999d",
          "left",
          "orders",
          "order_id",
          "max",
          "[order_id]",
          "\u2028",
          "'",
          "{");

  private static @Nullable Path file;

  @BeforeContainer
  static void makeFile() throws IOException {
    file = Files.createTempFile("spec", ".yaml");
  }

  @AfterContainer
  static void removeFile() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }

  @Property(tries = 2_000)
  void reportsEveryBrokenSpec(@ForAll("edits") List<Edit> edits) throws IOException {
    List<String> lines = new ArrayList<>(SpecFixture.VALID.lines().toList());
    edits.forEach(edit -> apply(edit, lines));

    readsOrReports(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 500)
  void reportsAnyBytes(@ForAll byte[] bytes) throws IOException {
    readsOrReports(bytes);
  }

  @Property(tries = 500)
  void reportsAnyText(@ForAll("texts") String text) throws IOException {
    readsOrReports(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void readsOrReports(byte[] spec) throws IOException {
    Path path = file == null ? Files.createTempFile("spec", ".yaml") : file;
    Files.write(path, spec);
    try {
      PipelineSpec read = SpecReader.read(path, name -> name.equals("X") ? "x: {" : null);
      assertThat(read.inputs()).hasSize(2);
    } catch (SpecException e) {
      assertThat(e.problems()).isNotEmpty();
      assertThat(e.problems())
          .allMatch(text -> text.contains(String.valueOf(path.getFileName())))
          .allMatch(text -> text.endsWith(".") || text.endsWith("?"))
          .noneMatch(text -> text.contains("\n"));
    }
  }

  private static void apply(Edit edit, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    int at = edit.at() % lines.size();
    String line = lines.get(at);
    int colon = line.indexOf(": ");
    switch (edit.kind()) {
      case DELETE -> lines.remove(at);
      case DOUBLE -> lines.add(at, line);
      case INDENT -> lines.set(at, "  " + line);
      case VALUE ->
          lines.set(at, (colon < 0 ? line : line.substring(0, colon + 1)) + " " + edit.text());
      case KEY -> lines.set(at, edit.text() + (colon < 0 ? ":" : line.substring(colon)));
      case INSERT -> lines.add(at, edit.text());
      case CUT -> lines.set(at, line.substring(0, line.length() / 2));
    }
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    return Combinators.combine(
            Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 60), Arbitraries.of(ODD))
        .as(Edit::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "inputs",
            "join",
            ":",
            " ",
            "\n",
            "\n  ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "a",
            "&a ",
            "*a",
            "|",
            ">",
            "\"",
            "'",
            "#",
            "?",
            "!",
            "%",
            "---",
            "\t",
            "\r",
            "\u0085",
            "\uFEFF",
            "\uD83D\uDE00")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
