package dev.mortise.pipeline.spec;

import static dev.mortise.pipeline.spec.SpecFixture.VALID;
import static dev.mortise.pipeline.spec.SpecFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecFilesTest {
  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void writeInputs() throws Exception {
    specs = new SpecFixture(directory);
    Files.createDirectory(directory.resolve("orders"));
    Files.writeString(directory.resolve("orders/a.jsonl"), "");
    Files.writeString(directory.resolve("payments.csv.gz"), "");
  }

  private List<String> check(String text) throws Exception {
    return SpecFiles.check(specs.read(text));
  }

  @Test
  void findsNothingWrong_whereFilesAreThereAndOutputsAreNot() throws Exception {
    assertThat(check(VALID)).isEmpty();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void namesInputsThatAreMissing() throws Exception {
    Files.delete(directory.resolve("orders/a.jsonl"));
    Files.delete(directory.resolve("payments.csv.gz"));

    assertThat(check(VALID))
        .containsExactly(
            "inputs.orders.from.files (spec.yaml:4): no file matches \"orders/*.jsonl\". Paths are"
                + " relative to the spec file.",
            "inputs.payments.from.files (spec.yaml:15): there is no file \"payments.csv.gz\". Paths"
                + " are relative to the spec file.");
    assertThat(check(with("orders/*.jsonl", "nowhere/*/*.jsonl"))).hasSize(2);
  }

  @Test
  void namesAScriptOnce_howeverManyInputsReadIt() throws Exception {
    String text =
        with("{files: \"orders/*.jsonl\"}", "{script: events.jsonl}")
            .replace("{files: payments.csv.gz, replay: {speed: 60x}}", "{script: events.jsonl}");

    assertThat(check(text))
        .containsExactly(
            "inputs.orders.from.script (spec.yaml:4): there is no file \"events.jsonl\". Paths are"
                + " relative to the spec file.");
    Files.writeString(directory.resolve("events.jsonl"), "");
    assertThat(check(text)).isEmpty();
  }

  @Test
  void refusesADirectoryAsInput() throws Exception {
    assertThat(check(with("orders/*.jsonl", "orders")))
        .containsExactly(
            "inputs.orders.from.files (spec.yaml:4): \"orders\" is a directory. Name the files in"
                + " it, such as orders/*.jsonl.");
  }

  @Test
  void namesAMatchingFileWhoseCompressionCantBeRead() throws Exception {
    Files.writeString(directory.resolve("orders/b.jsonl.ZIP"), "");
    assertThat(check(with("orders/*.jsonl", "orders/*")))
        .containsExactly(
            "inputs.orders.from.files (spec.yaml:4): \"orders/*\" matches \"b.jsonl.ZIP\": .zip"
                + " can't be read. Use .gz, .bz2 or .zst, or no compression.");
  }

  @Test
  void readsAFileWhosePathLooksLikeAPattern() throws Exception {
    Files.writeString(directory.resolve("orders/[1].jsonl"), "");

    assertThat(check(with("orders/*.jsonl", "orders/[1].jsonl"))).isEmpty();
  }

  @Test
  void refusesAFileInPlaceOfAnOutputsDirectory_orOfTheOutput() throws Exception {
    Files.writeString(directory.resolve("out"), "");
    assertThat(check(with("out/late", "fresh/late")))
        .hasSize(3)
        .first()
        .isEqualTo(
            "outputs.matched.to.files (spec.yaml:32): \"out\" is a file, but has to be a directory"
                + " for \"out/matched\" to be written in it. Move it away, or choose another path.");

    Files.delete(directory.resolve("out"));
    Files.createDirectory(directory.resolve("out"));
    Files.writeString(directory.resolve("out/late"), "");
    assertThat(check(VALID))
        .containsExactly(
            "outputs.late.to.files (spec.yaml:34): \"out/late\" is a file, and would not be written"
                + " over: the output's files are named late-...jsonl. Move it away, or choose"
                + " another path.");
  }

  @Test
  void allowsADirectoryOfTheOutputsName_andOldResults() throws Exception {
    Files.createDirectories(directory.resolve("out/matched"));
    Files.writeString(directory.resolve("out/late-00000-of-00001.jsonl"), "{}\n");

    assertThat(check(VALID)).isEmpty();
  }

  @Test
  void namesWhatPermissionsForbid() throws Exception {
    // The administrator may read and write everything, so there is nothing to see.
    assumeFalse(Files.isWritable(Path.of("/")), "run by the administrator");
    Files.createDirectory(directory.resolve("out"));
    Files.setPosixFilePermissions(
        directory.resolve("out"), PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(
        directory.resolve("orders/a.jsonl"), PosixFilePermissions.fromString("-wx-wx-wx"));
    Files.setPosixFilePermissions(
        directory.resolve("payments.csv.gz"), PosixFilePermissions.fromString("-wx-wx-wx"));

    assertThat(check(VALID))
        .containsExactly(
            "inputs.orders.from.files (spec.yaml:4): \"orders/*.jsonl\" matches \"a.jsonl\", which"
                + " can't be read. Check its permissions.",
            "inputs.payments.from.files (spec.yaml:15): \"payments.csv.gz\" can't be read. Check its"
                + " permissions.",
            "outputs.matched.to.files (spec.yaml:32): the directory \"out\" can't be written to."
                + " Check its permissions, or choose another path.",
            "outputs.unmatched.to.files (spec.yaml:33): the directory \"out\" can't be written to."
                + " Check its permissions, or choose another path.",
            "outputs.late.to.files (spec.yaml:34): the directory \"out\" can't be written to."
                + " Check its permissions, or choose another path.",
            "outputs.dead_letter.to.files (spec.yaml:35): the directory \"out\" can't be written"
                + " to. Check its permissions, or choose another path.");
  }
}
