package dev.mortise.pipeline.dashboard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** The samples of the last five minutes, one a second. */
final class History {
  static final int SECONDS = 300;

  private final Deque<Sample> samples = new ArrayDeque<>();

  synchronized void add(Sample sample) {
    samples.addLast(sample);
    while (samples.size() > SECONDS + 1) {
      samples.removeFirst();
    }
  }

  /** What there is now. */
  synchronized View view() {
    return new View(List.copyOf(samples));
  }

  /**
   * Samples that no longer change.
   *
   * @param samples the oldest first
   */
  record View(List<Sample> samples) {

    boolean isEmpty() {
      return samples.isEmpty();
    }

    Sample last() {
      return samples.get(samples.size() - 1);
    }

    /** By how much a count has grown in the last seconds, or since the first sample. */
    long grown(ToLongFunction<Sample> count, int seconds) {
      return isEmpty() ? 0 : grown(count, samples.size() - 1, before(samples.size() - 1, seconds));
    }

    /** Seconds that {@link #grown} covers, which are fewer than asked for at the beginning. */
    double covered(int seconds) {
      return isEmpty() ? 0 : secondsFrom(before(samples.size() - 1, seconds), samples.size() - 1);
    }

    /** For each sample how fast a count grew, on average over the seconds before it. */
    List<Double> perSecond(ToLongFunction<Sample> count, int seconds) {
      List<Double> rates = new ArrayList<>(samples.size());
      for (int i = 0; i < samples.size(); i++) {
        int from = before(i, seconds);
        double time = secondsFrom(from, i);
        rates.add(time <= 0 ? 0.0 : grown(count, i, from) / time);
      }
      return rates;
    }

    /** The rate of the newest sample. */
    double rate(ToLongFunction<Sample> count, int seconds) {
      double time = covered(seconds);
      return time <= 0 ? 0 : grown(count, seconds) / time;
    }

    /** A job that a runner has started again counts from zero: then it has grown by what it has. */
    private long grown(ToLongFunction<Sample> count, int to, int from) {
      long after = count.applyAsLong(samples.get(to));
      long grown = after - count.applyAsLong(samples.get(from));
      return grown >= 0 ? grown : after;
    }

    private double secondsFrom(int from, int to) {
      return (samples.get(to).millis() - samples.get(from).millis()) / 1000.0;
    }

    /** The oldest sample that is at most so many seconds older than another. */
    private int before(int index, int seconds) {
      long oldest = samples.get(index).millis() - seconds * 1000L - 500;
      int from = index;
      while (from > 0 && samples.get(from - 1).millis() >= oldest) {
        from--;
      }
      return from;
    }
  }
}
