package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The answers by hand, the oracles, and what the suite makes of a case, held against each other.
 */
class CasesTest {

  static List<Case> cases() {
    return Cases.all();
  }

  @Test
  void everyCaseHasANameOfItsOwn() {
    assertThat(Cases.all()).extracting(Case::name).doesNotHaveDuplicates();
    assertThat(Cases.all()).filteredOn(one -> one.theme().equals("peers")).hasSize(24);
    assertThat(Cases.all()).filteredOn(one -> !one.theme().equals("peers")).hasSizeGreaterThan(80);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyRowHasAnEnd(Case one) {
    long records = one.events().stream().filter(event -> !(event instanceof Mark)).count();
    assertThat(
            one.answer().counts(JoinSide.LEFT).read() + one.answer().counts(JoinSide.RIGHT).read())
        .isEqualTo(records);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void oracleAgreesWithTheAnswerByHand(Case one) {
    assertSame(ScriptOracle.answer(one.join(), one.events()), one.answer());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void batchOracleAgrees_whereNoRowIsLate(Case one) {
    List<StreamRow> left = BatchOracle.of(JoinSide.LEFT, one.events());
    List<StreamRow> right = BatchOracle.of(JoinSide.RIGHT, one.events());
    Answer batch = BatchOracle.answer(one.join(), left, right);
    one.answer().broken().forEach(batch::broken);
    if (one.isOnTime()) {
      assertSame(batch, one.answer());
    }
  }

  static Stream<Script> scripts() {
    return CaseChain.scripts(Cases.all()).stream();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void chainedCasesHaveTheAnswersThatTheyHaveAlone(Script script) {
    assertSame(ScriptOracle.answer(script.join(), script.events()), script.answer());
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void mirrorAndOrderChangeNothing(Script script) {
    Script mirrored = script.mirrored();
    assertSame(ScriptOracle.answer(mirrored.join(), mirrored.events()), mirrored.answer());
    for (long seed = 1; seed <= 5; seed++) {
      Script shuffled = script.shuffled(seed);
      assertSame(ScriptOracle.answer(shuffled.join(), shuffled.events()), script.answer());
    }
  }

  @ParameterizedTest
  @MethodSource("randomStreams")
  void bothOraclesAgreeOnRandomStreams(RandomStreams streams) {
    List<StreamRow> events =
        Stream.concat(streams.left().stream(), streams.right().stream()).toList();
    Answer answer = streams.answer();
    assertSame(ScriptOracle.answer(streams.join(), events), answer);
    assertThat(answer.pairs()).hasSizeBetween(500, 10_000);
    assertThat(answer.unmatched()).hasSizeGreaterThan(100);
    assertThat(answer.nullKeys()).hasSizeBetween(5, 100);
  }

  static Stream<RandomStreams> randomStreams() {
    return Stream.of(JoinType.values()).map(type -> RandomStreams.of(17, 2_000, type));
  }

  private static void assertSame(Answer actual, Answer expected) {
    assertThat(actual.ends()).isEqualTo(expected.ends());
    assertThat(actual.late()).containsExactlyInAnyOrderElementsOf(expected.late());
    for (JoinSide side : JoinSide.values()) {
      assertThat(actual.counts(side)).as("counts of %s", side).isEqualTo(expected.counts(side));
    }
  }
}
