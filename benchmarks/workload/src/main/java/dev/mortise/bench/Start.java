package dev.mortise.bench;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The moment at which a run makes its first row. Until then a job is built, submitted and deployed,
 * which a stream does once.
 */
final class Start {
  private static final Runnable NOTHING = () -> {};
  private static final AtomicReference<Runnable> AWAITED = new AtomicReference<>(NOTHING);

  private Start() {}

  /** Has this run once, in the thread that makes the next row. */
  static void await(Runnable first) {
    AWAITED.set(first);
  }

  static void rowsAreMade() {
    if (AWAITED.get() != NOTHING) {
      AWAITED.getAndSet(NOTHING).run();
    }
  }
}
