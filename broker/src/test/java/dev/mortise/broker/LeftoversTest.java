package dev.mortise.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoversTest {
  @TempDir Path parent;

  @Test
  void leavesNothing_whereAnotherThreadKeepsCreatingDirectories() throws Exception {
    Path directory = Files.createDirectory(parent.resolve("kafka"));
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch busy = new CountDownLatch(100);
    Thread kafka =
        new Thread(
            () -> {
              for (int i = 0; !done.get(); i++) {
                try {
                  Files.createFile(
                      Files.createDirectories(directory.resolve("p" + i)).resolve("log"));
                } catch (IOException e) {
                  // As it must be from some moment on.
                }
                busy.countDown();
              }
            });
    kafka.start();
    busy.await();

    Leftovers leftovers = new Leftovers(directory.toFile());
    leftovers.takeAway();
    assertThat(directory).as("what keeps others out").isRegularFile();
    done.set(true);
    kafka.join();
    leftovers.delete();

    try (Stream<Path> left = Files.list(parent)) {
      assertThat(left).isEmpty();
    }
  }
}
