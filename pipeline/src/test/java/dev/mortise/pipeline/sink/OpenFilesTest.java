package dev.mortise.pipeline.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {
  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void overwritesWhatDidNotCount() throws IOException {
    Path file = folder.resolve("sub/m-00000-of-00001.jsonl");
    try (OpenFiles files = new OpenFiles()) {
      files.append(file, 0, bytes("one\n"));
      files.append(file, 4, bytes("lost, and much longer\n"));
      files.append(file, 4, bytes("two\n"));
      assertThat(file).doesNotExist();
      files.finish(file, 8);
    }
    assertThat(file).hasContent("one\ntwo\n");
    assertThat(folder.resolve("sub")).isDirectoryContaining(path -> path.equals(file));
    assertThat(folder.resolve("sub").toFile().list()).hasSize(1);
  }

  @Test
  void goesOnWithAnUnfinishedFile_orAFinishedOneThatDidNotCount() throws IOException {
    Path file = folder.resolve("m-00000-of-00001.jsonl");
    try (OpenFiles files = new OpenFiles()) {
      files.append(file, 0, bytes("one\ntwo\n"));
    }
    try (OpenFiles files = new OpenFiles()) {
      files.append(file, 4, bytes("three\n"));
      files.finish(file, 10);
    }
    assertThat(file).hasContent("one\nthree\n");
    try (OpenFiles files = new OpenFiles()) {
      files.append(file, 4, bytes("four\n"));
      assertThat(file).doesNotExist();
      files.finish(file, 9);
    }
    assertThat(file).hasContent("one\nfour\n");
  }

  @Test
  void refusesToGoOnWithAFileThatHasLostBytes() throws IOException {
    Path file = folder.resolve("m-00000-of-00001.jsonl");
    try (OpenFiles files = new OpenFiles()) {
      files.append(file, 0, bytes("one\n"));
    }
    try (OpenFiles files = new OpenFiles()) {
      assertThatThrownBy(() -> files.append(file, 10, bytes("two\n")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("must hold the 10 bytes")
          .hasMessageContaining("holds 4");
    }
  }

  @Test
  void refusesToGoOnWhereTheFileIsNot_asWhenThePathWasChanged() throws IOException {
    try (OpenFiles files = new OpenFiles()) {
      assertThatThrownBy(
              () -> files.append(folder.resolve("n-00000-of-00001.jsonl"), 10, bytes("two\n")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("must be there with the 10 bytes")
          .hasMessageContaining("if the path of the output was changed, change it back");
    }
  }

  @Test
  void keepsItsStatesEncoding() throws Exception {
    byte[] bytes = CoderUtils.encodeToByteArray(new PartState.StateCoder(), new PartState(3, 258));
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("01000000030000000000000102");
    assertThat(CoderUtils.decodeFromByteArray(new PartState.StateCoder(), bytes))
        .isEqualTo(new PartState(3, 258));
  }
}
