package dev.mortise.pipeline.sink;

import static dev.mortise.pipeline.TestInputs.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.FileOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldResultsTest {
  @TempDir Path folder;

  private FileOutput output(Path path) {
    return new FileOutput("matched", path.toString(), "matched", 1);
  }

  @Test
  void takesAwayWhatTheSinkWrites_andNothingElse() throws IOException {
    List<String> ours =
        List.of(
            "m.a-00000-of-00002.jsonl",
            "m.a-00001-of-00002.jsonl",
            "m.a-part-00003-00000-of-00001.jsonl",
            "m.a-part-123456-00000-of-00001.jsonl");
    List<String> others =
        List.of(
            ".m.b-00000-of-00001.unfinished",
            "m.a",
            "m.a-00000-of-00001.json",
            "m.a-00000-of-00001.jsonl.bak",
            "m.a-b-00000-of-00001.jsonl",
            "m.a-part-x-00000-of-00001.jsonl",
            "mxa-00000-of-00001.jsonl",
            "notes.jsonl",
            "xm.a-00000-of-00001.jsonl");
    ours.forEach(name -> write(folder, name, ""));
    others.forEach(name -> write(folder, name, ""));
    write(folder, ".m.a-00000-of-00002.unfinished", "");
    write(folder, ".m.a-part-00004-00000-of-00001.unfinished", "");
    Files.createDirectory(folder.resolve("m.a-00009-of-00010.jsonl"));
    FileOutput output = output(folder.resolve("m.a"));

    assertThat(OldResults.find(output))
        .extracting(file -> String.valueOf(file.getFileName()))
        .isEqualTo(ours);
    assertThat(OldResults.clear(output)).isEqualTo(4);
    assertThat(OldResults.clear(output)).isZero();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(Files::isRegularFile).map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrderElementsOf(others);
    }
  }

  @Test
  void findsNothing_whereThereIsNoFolder() throws IOException {
    assertThat(OldResults.find(output(folder.resolve("none/matched")))).isEmpty();
    assertThat(OldResults.clear(output(folder.resolve("none/matched")))).isZero();
  }
}
