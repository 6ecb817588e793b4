package dev.mortise.demo;

import dev.mortise.pipeline.dashboard.Controls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends what a {@link Shop} makes up to Kafka, as time goes by, and lets habits be changed. */
final class Feeder implements AutoCloseable, Controls {
  private static final long EVERY_MILLIS = 20;
  private static final long MINUTE_MILLIS = 60_000;
  private static final Duration LEAVE_WITHIN = Duration.ofSeconds(2);

  private static final String PAY_AFTER = "pay_after";
  private static final String DELAY_UP_TO = "delay_up_to";
  private static final String DELAYED_SHARE = "delayed_share";

  private final Shop shop;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "mortise-demo-feeder");
            thread.setDaemon(true);
            return thread;
          });
  private final Deque<long[]> gaps = new ArrayDeque<>();
  private volatile Habits habits = Habits.USUAL;

  Feeder(Shop shop, String bootstrapServers) {
    this.shop = shop;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.LINGER_MS_CONFIG,
                5,
                ProducerConfig.CLIENT_ID_CONFIG,
                "mortise-demo-shop"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Opens the shop. */
  void start() {
    // A broker that is gone ends the demo, and with it this.
    Future<?> unused =
        clock.scheduleAtFixedRate(this::feed, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void feed() {
    long now = System.currentTimeMillis();
    for (Message message : shop.advance(now, habits)) {
      byte[] key = message.key().getBytes(StandardCharsets.UTF_8);
      Future<?> unused =
          producer.send(
              new ProducerRecord<>(message.topic(), null, now, key, message.value().bytes()));
      if (message.gap() >= 0) {
        note(now, message.gap());
      }
    }
  }

  private void note(long now, long gap) {
    synchronized (gaps) {
      gaps.addLast(new long[] {now, gap});
      while (now - gaps.getFirst()[0] > MINUTE_MILLIS) {
        gaps.removeFirst();
      }
    }
  }

  @Override
  public List<Long> gaps() {
    synchronized (gaps) {
      return gaps.stream().map(timed -> timed[1]).toList();
    }
  }

  @Override
  public List<Slider> sliders() {
    Habits now = habits;
    return List.of(
        new Slider(
            PAY_AFTER,
            "Customers pay after",
            "s",
            1,
            60,
            1,
            now.payAfter(),
            "Half of them sooner, half of them later, in event time. Payments outside the join's"
                + " bound stay unmatched."),
        new Slider(
            DELAYED_SHARE,
            "Payments that are held up",
            "%",
            0,
            50,
            1,
            now.delayedShare() * 100,
            "On their way to Kafka: a terminal that is offline, a retry. Their event time stays."),
        new Slider(
            DELAY_UP_TO,
            "They are held up for at most",
            "s",
            0,
            120,
            1,
            now.delayUpTo(),
            "Beyond max_out_of_orderness they are behind the watermark: they still match an order"
                + " that waits, or are late."));
  }

  @Override
  public synchronized void set(String id, double value) {
    Slider slider =
        sliders().stream()
            .filter(candidate -> candidate.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("There is no slider " + id + "."));
    if (!(value >= slider.min() && value <= slider.max())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: must be from %s to %s, but is %s.",
              id,
              slider.min(),
              slider.max(),
              value));
    }
    DoubleFunction<Habits> change =
        switch (id) {
          case PAY_AFTER -> habits::withPayAfter;
          case DELAY_UP_TO -> habits::withDelayUpTo;
          default -> percent -> habits.withDelayedShare(percent / 100);
        };
    habits = change.apply(value);
  }

  @Override
  public String now() {
    long now = System.currentTimeMillis();
    if (shop.isSilent(now)) {
      return "The payment provider is down: payments are silent, and will come all at once.";
    }
    return shop.isBurst(now) ? "A burst of orders." : "Business as usual.";
  }

  @Override
  public void close() {
    clock.shutdownNow();
    producer.close(LEAVE_WITHIN);
  }
}
