package dev.mortise.demo;

/**
 * How customers and their payments behave.
 *
 * @param payAfter median time from an order to its payment, in seconds of event time
 * @param delayUpTo how long a delayed payment takes to reach Kafka at most, in seconds
 * @param delayedShare share of the payments that are delayed, 0 to 1
 */
record Habits(double payAfter, double delayUpTo, double delayedShare) {
  static final Habits USUAL = new Habits(8, 20, 0.03);

  Habits withPayAfter(double seconds) {
    return new Habits(seconds, delayUpTo, delayedShare);
  }

  Habits withDelayUpTo(double seconds) {
    return new Habits(payAfter, seconds, delayedShare);
  }

  Habits withDelayedShare(double share) {
    return new Habits(payAfter, delayUpTo, share);
  }
}
