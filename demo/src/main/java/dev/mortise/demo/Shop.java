package dev.mortise.demo;

import dev.mortise.demo.Message.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes up the orders and payments of a shop as they reach Kafka: bursts of orders, payments that
 * come late or twice or never, retries, garbage, and spells in which the payments' provider is
 * silent and then delivers all at once. The same seed, start and habits give the same records. It
 * knows no clock: it is told how far time has come.
 */
final class Shop {
  static final String ORDERS = "orders";
  static final String PAYMENTS = "payments";

  private static final double PAID = 0.97;
  private static final double RETRIED = 0.03;
  private static final double DUPLICATED = 0.01;
  private static final double STRAY = 0.005;
  private static final double KEYLESS = 0.002;
  private static final double FUTURE = 0.0005;
  private static final double GARBAGE = 0.003;

  /** Spread of the time to pay, of whose logarithm it is the standard deviation. */
  private static final double SPREAD = 0.7;

  private static final long BURST_EVERY = 25_000;
  private static final long BURST = 3_000;
  private static final int BURST_FACTOR = 4;

  private static final long SILENCE_EVERY = 75_000;
  private static final long SILENCE_AFTER = 45_000;
  private static final long SILENCE = 12_000;

  /** An order reaches Kafka within this, but for those of the far tail. */
  private static final double USUAL_DELAY = 150;

  private static final long MOST_USUAL_DELAY = 1_800;
  private static final long PAUSE = 10_000;
  private static final long YEARS_AHEAD = Duration.ofDays(2 * 365).toMillis();

  private final Random random;
  private final Records records;
  private final double ratePerMilli;
  private final long start;
  private final PriorityQueue<Message> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Message::sendAt).thenComparing(Message::number));
  private double nextOrder;
  private long orders;
  private long messages;

  /**
   * @param rate orders a second, on average outside of bursts
   * @param start processing time at which it opens, in milliseconds since 1970
   */
  Shop(long seed, double rate, long start) {
    this.random = new Random(seed);
    this.records = new Records(random);
    this.ratePerMilli = rate / 1000;
    this.start = start;
    this.nextOrder = start;
  }

  /**
   * What has reached Kafka since the last time, in order.
   *
   * @param now how far time has come, in milliseconds since 1970
   */
  List<Message> advance(long now, Habits habits) {
    if (now - nextOrder > PAUSE) {
      // The machine was asleep: nobody makes up for that.
      nextOrder = now;
    }
    while (nextOrder <= now) {
      order((long) nextOrder, habits);
      double rate = ratePerMilli * (isBurst((long) nextOrder) ? BURST_FACTOR : 1);
      nextOrder += -Math.log(1 - random.nextDouble()) / rate;
    }
    List<Message> due = new ArrayList<>();
    for (Message next = waiting.peek(); next != null && next.sendAt() <= now; ) {
      due.add(waiting.remove());
      next = waiting.peek();
    }
    return due;
  }

  boolean isBurst(long time) {
    return Math.floorMod(time - start, BURST_EVERY) >= BURST_EVERY - BURST;
  }

  boolean isSilent(long time) {
    return silenceEnd(time) > time;
  }

  /** When the payments' provider delivers what happened at a time. */
  private long silenceEnd(long time) {
    long in = Math.floorMod(time - start, SILENCE_EVERY);
    return in >= SILENCE_AFTER && in < SILENCE_AFTER + SILENCE
        ? time - in + SILENCE_AFTER + SILENCE
        : time;
  }

  private void order(long time, Habits habits) {
    String id = "O-" + ++orders;
    long amount = records.amount();
    byte[] value = records.order(id, amount, time);
    send(ORDERS, id, value, Kind.ORDER, time, time + usualDelay(), -1);
    if (random.nextDouble() < PAID) {
      pay(id, amount, time, habits);
    }
    if (random.nextDouble() < GARBAGE) {
      send(ORDERS, id, records.garbage(value), Kind.GARBAGE, time, time + usualDelay(), -1);
    }
  }

  private void pay(String order, long amount, long ordered, Habits habits) {
    double median = habits.payAfter() * 1000;
    long paid = ordered + (long) (median * Math.exp(SPREAD * random.nextGaussian()));
    if (random.nextDouble() < RETRIED) {
      payment("P" + order.substring(1) + "-1", order, "declined", amount, ordered, paid, habits);
      paid += 1_000 + random.nextInt(4_000);
      String second = "P" + order.substring(1) + "-2";
      payment(second, order, "captured", amount, ordered, paid, habits, Kind.RETRY);
    } else {
      payment("P" + order.substring(1), order, "captured", amount, ordered, paid, habits);
    }
  }

  private void payment(
      String id, String order, String status, long amount, long ordered, long paid, Habits habits) {
    payment(id, order, status, amount, ordered, paid, habits, Kind.PAYMENT);
  }

  private void payment(
      String id,
      String order,
      String status,
      long amount,
      long ordered,
      long paid,
      Habits habits,
      Kind usual) {
    double fate = random.nextDouble();
    Kind kind =
        fate < STRAY
            ? Kind.STRAY
            : fate < STRAY + KEYLESS
                ? Kind.KEYLESS
                : fate < STRAY + KEYLESS + FUTURE ? Kind.FUTURE : usual;
    boolean delayed = random.nextDouble() < habits.delayedShare();
    long delay = delayed ? (long) (random.nextDouble() * habits.delayUpTo() * 1000) : usualDelay();
    long sendAt = silenceEnd(paid + delay);
    long time = kind == Kind.FUTURE ? paid + YEARS_AHEAD : paid;
    byte[] value = records.payment(id, named(order, kind), status, amount, time);
    if (kind != usual) {
      send(PAYMENTS, order, value, kind, time, sendAt, -1);
      return;
    }
    send(PAYMENTS, order, value, delayed ? Kind.DELAYED : kind, time, sendAt, paid - ordered);
    if (random.nextDouble() < DUPLICATED) {
      send(PAYMENTS, order, value, Kind.DUPLICATE, time, sendAt + 500, paid - ordered);
    }
    if (random.nextDouble() < GARBAGE) {
      send(PAYMENTS, order, records.garbage(value), Kind.GARBAGE, time, sendAt, -1);
    }
  }

  private static @Nullable String named(String order, Kind kind) {
    return switch (kind) {
      case STRAY -> "X" + order.substring(1);
      case KEYLESS -> null;
      default -> order;
    };
  }

  private long usualDelay() {
    return Math.min(MOST_USUAL_DELAY, (long) (-Math.log(1 - random.nextDouble()) * USUAL_DELAY));
  }

  private void send(
      String topic, String key, byte[] value, Kind kind, long time, long sendAt, long gap) {
    waiting.add(new Message(topic, key, new Payload(value), kind, time, sendAt, gap, messages++));
  }
}
