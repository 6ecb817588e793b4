package dev.mortise.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.demo.Message.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShopTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long START = Instant.parse("2026-01-05T10:00:00Z").toEpochMilli();
  private static final int MINUTES = 8;

  /** All that reaches Kafka in the first minutes, asked for every {@code step} milliseconds. */
  private static List<Message> messages(long seed, Habits habits, int step) {
    Shop shop = new Shop(seed, 50, START);
    List<Message> all = new ArrayList<>();
    for (long now = START; now <= START + MINUTES * 60_000L; now += step) {
      all.addAll(shop.advance(now, habits));
    }
    return all;
  }

  private static List<String> texts(List<Message> messages) {
    return messages.stream()
        .map(m -> m.topic() + m.sendAt() + new String(m.value().bytes(), StandardCharsets.UTF_8))
        .toList();
  }

  private static double share(List<Message> messages, Predicate<Message> which) {
    return (double) messages.stream().filter(which).count() / messages.size();
  }

  private static List<Message> payments(List<Message> messages) {
    return messages.stream().filter(message -> message.topic().equals(Shop.PAYMENTS)).toList();
  }

  @Test
  void theSameSeedGivesTheSameRecords_howeverOftenItIsAsked() {
    List<String> once = texts(messages(7, Habits.USUAL, 20));

    assertThat(texts(messages(7, Habits.USUAL, 20))).isEqualTo(once);
    assertThat(texts(messages(7, Habits.USUAL, 1_000))).isEqualTo(once);
    assertThat(texts(messages(8, Habits.USUAL, 20))).isNotEqualTo(once);
  }

  @Test
  void recordsComeInOrderOfTheirArrival_neverBeforeTheyHappened() {
    List<Message> all = messages(1, Habits.USUAL, 20);

    assertThat(all).extracting(Message::sendAt).isSorted();
    assertThat(all)
        .filteredOn(message -> message.kind() != Kind.FUTURE)
        .allMatch(message -> message.eventTime() <= message.sendAt());
  }

  @Test
  void faultsAreAsFrequentAsTheyAreMeantToBe() {
    List<Message> payments = payments(messages(2, Habits.USUAL, 20));

    assertThat(share(payments, m -> m.kind() == Kind.DELAYED)).isBetween(0.02, 0.04);
    assertThat(share(payments, m -> m.kind() == Kind.DUPLICATE)).isBetween(0.005, 0.015);
    assertThat(share(payments, m -> m.kind() == Kind.STRAY)).isBetween(0.002, 0.008);
    assertThat(share(payments, m -> m.kind() == Kind.RETRY)).isBetween(0.02, 0.04);
    assertThat(share(payments, m -> m.kind() == Kind.GARBAGE)).isBetween(0.001, 0.006);
    assertThat(payments).extracting(Message::kind).contains(Kind.KEYLESS, Kind.FUTURE);
  }

  @Test
  void everythingButGarbageIsARow() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Message message : messages(3, Habits.USUAL, 100)) {
      if (message.kind() == Kind.GARBAGE) {
        continue;
      }
      JsonNode row = JSON.readTree(message.value().bytes());
      String time = message.topic().equals(Shop.ORDERS) ? "order_time" : "paid_time";
      boolean right =
          Instant.parse(row.path(time).asText()).toEpochMilli() == message.eventTime()
              && row.path("amount_minor").isIntegralNumber()
              && row.path("order_id").isNull() == (message.kind() == Kind.KEYLESS);
      if (!right) {
        wrong.add(row.toString());
      }
    }

    assertThat(wrong).isEmpty();
  }

  @Test
  void slowerCustomersFallOutsideTheBound() {
    Predicate<Message> beyond = message -> message.gap() > 30_000;

    assertThat(share(payments(messages(4, Habits.USUAL, 100)), beyond)).isLessThan(0.06);
    assertThat(share(payments(messages(4, Habits.USUAL.withPayAfter(30), 100)), beyond))
        .isBetween(0.4, 0.6);
  }

  @Test
  void paymentsThatAreHeldUpArriveLate() {
    Predicate<Message> late = message -> message.sendAt() - message.eventTime() > 15_000;
    Habits none = Habits.USUAL.withDelayedShare(0);

    assertThat(share(payments(messages(5, none, 100)), late)).isLessThan(0.001);
    assertThat(
            share(payments(messages(5, none.withDelayedShare(0.5).withDelayUpTo(60), 100)), late))
        .isBetween(0.3, 0.5);
  }

  @Test
  void burstsAndSilencesComeAndGo() {
    List<Message> all = messages(6, Habits.USUAL, 20);
    Shop shop = new Shop(6, 50, START);
    var perSecond =
        all.stream()
            .filter(message -> message.kind() == Kind.ORDER)
            .collect(Collectors.groupingBy(m -> m.eventTime() / 1000, Collectors.counting()));

    assertThat(perSecond.get(START / 1000 + 23)).isGreaterThan(120);
    assertThat(perSecond.get(START / 1000 + 12)).isLessThan(100);
    assertThat(shop.isSilent(START + 50_000)).isTrue();
    assertThat(payments(all))
        .noneMatch(m -> m.kind() != Kind.DUPLICATE && shop.isSilent(m.sendAt()))
        .anyMatch(m -> m.sendAt() == START + 57_000);
  }

  @Test
  void nobodyMakesUpForATimeThatTheMachineSlept() {
    Shop shop = new Shop(1, 50, START);
    shop.advance(START + 1_000, Habits.USUAL);

    assertThat(shop.advance(START + 8 * 3_600_000L, Habits.USUAL)).hasSizeLessThan(200);
  }
}
