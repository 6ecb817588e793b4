package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineBagTest {
  @Test
  void orderMakesNoDifference() {
    assertThat(differences(List.of("a", "b", "b"), List.of("b", "a", "b"))).isEmpty();
    assertThat(differences(List.of(), List.of())).isEmpty();
  }

  @Test
  void everyLineCountsAsOftenAsItOccurs() {
    assertThat(differences(List.of("a", "b"), List.of("a", "b", "b")))
        .containsExactly("too many: 1", "  b", "  b");
    assertThat(differences(List.of("a", "a"), List.of("a")))
        .containsExactly("missing: 1", "  a", "  a");
  }

  @Test
  void linesThatDifferInOneCharacterAreMissingAndTooMany() {
    assertThat(differences(List.of("{\"id\":1}"), List.of("{\"id\":2}")))
        .containsExactly("missing: 1", "  {\"id\":1}", "too many: 1", "  {\"id\":2}");
  }

  private static List<String> differences(List<String> expected, List<String> actual) {
    return LineBag.differences(expected::stream, actual::stream);
  }
}
