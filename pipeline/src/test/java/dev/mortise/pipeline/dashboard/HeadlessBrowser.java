package dev.mortise.pipeline.dashboard;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Chromium without a window, if this machine has one. */
final class HeadlessBrowser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final Path program;
  private final Path profile;

  private HeadlessBrowser(Path program, Path profile) {
    this.program = program;
    this.profile = profile;
  }

  /**
   * Looks for one on the path of programs.
   *
   * @param profile for its own files
   */
  static Optional<HeadlessBrowser> find(Path profile) {
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new HeadlessBrowser(program, profile));
  }

  /**
   * The page's elements after so many milliseconds of the page's own time.
   *
   * @param picture what the page looks like then, as a PNG
   */
  String dom(URI page, int millis, Path picture) throws IOException, InterruptedException {
    Path out = Files.createTempFile(profile, "dom", ".html");
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--user-data-dir=" + profile,
            "--virtual-time-budget=" + millis,
            "--screenshot=" + picture.toAbsolutePath(),
            "--window-size=1280,1500",
            "--hide-scrollbars",
            "--dump-dom",
            page.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IOException(program + " did not come to an end.");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }
}
