package dev.mortise.bench;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a run makes its first row. Until then a job is built, submitted and deployed,
 * which a stream does once.
 */
final class Start {
  private static final AtomicReference<@Nullable Runnable> AWAITED = new AtomicReference<>();

  private Start() {}

  /** Has this run once, in the thread that makes the next row. */
  static void await(Runnable first) {
    AWAITED.set(first);
  }

  static void rowsAreMade() {
    Runnable first = AWAITED.get() == null ? null : AWAITED.getAndSet(null);
    if (first != null) {
      first.run();
    }
  }
}
