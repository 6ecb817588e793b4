package dev.mortise.pipeline.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommittedNumbersTest {
  @Test
  void remembersTheRunsThatCommittedLast_inNoMoreThanABrokerTakes() {
    CommittedNumbers numbers = CommittedNumbers.none();
    for (int run = 0; run < 200; run++) {
      numbers.set(String.format("run-%04d", run), Long.MAX_VALUE);
      numbers.set("the-long", run);
    }

    CommittedNumbers again = CommittedNumbers.parse(numbers.toText());

    assertThat(numbers.toText().length()).isLessThan(4096);
    assertThat(again.of("the-long")).isEqualTo(199);
    assertThat(again.of("run-0199")).isEqualTo(Long.MAX_VALUE);
    assertThat(again.of("run-0000")).isZero();
  }

  @Test
  void namesThatDifferHaveTransactionsThatDiffer() {
    assertThat(TransactionName.of("orders", "late")).isEqualTo("mortise.orders.late");
    assertThat(TransactionName.of("a b", "late"))
        .matches("mortise\\.a_b-[0-9a-f]{8}\\.late")
        .isNotEqualTo(TransactionName.of("a_b", "late"))
        .isNotEqualTo(TransactionName.of("a/b", "late"));
  }
}
