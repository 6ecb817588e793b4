package dev.mortise.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;

/**
 * Writes the count of a window to a file, {@code OUTPUT@START@PANE}. Work that is done again writes
 * the same file again.
 */
final class WriteCountFn extends DoFn<Long, Void> {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String output;

  WriteCountFn(String folder, String output) {
    this.folder = folder;
    this.output = output;
  }

  @ProcessElement
  public void write(@Element Long count, BoundedWindow window, PaneInfo pane) throws IOException {
    long start = ((IntervalWindow) window).start().getMillis();
    Path file = Path.of(folder, output + "@" + start + "@" + pane.getIndex());
    Path unfinished = Files.createTempFile(Path.of(folder), ".count", "");
    Files.writeString(unfinished, count + "\n");
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
