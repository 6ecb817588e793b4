package dev.mortise.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a page that tests write, between two comments that name it. */
final class Section {
  private final Path page;
  private final String begin;
  private final String end;

  Section(Path page, String name) {
    this.page = page;
    this.begin = "<!-- " + name + ", written by tests -->\n";
    this.end = "<!-- end of the " + name + " -->";
  }

  String read() throws IOException {
    String text = text();
    return text.substring(start(text), text.indexOf(end));
  }

  void write(String content) throws IOException {
    String text = text();
    Files.writeString(
        page, text.substring(0, start(text)) + content + text.substring(text.indexOf(end)));
  }

  private int start(String text) {
    return text.indexOf(begin) + begin.length();
  }

  private String text() throws IOException {
    String text = Files.readString(page);
    assertThat(text).contains(begin, end);
    return text;
  }
}
