package dev.mortise.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that must hold on every runner. A runner's test extends it, and says what to run on.
 *
 * <p>A script runs as it stands with one parallelism, and mirrored, with its rows in another order,
 * with another; where pipelines are dear, scripts take turns in that.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ConformanceSuite {
  private static final long SEED = Long.getLong("conformance.seed", 20260105);

  /** A pattern of the modes to run, for those who look into one of them. */
  private static final String MODES = System.getProperty("conformance.modes", ".*");

  private final Map<Mode, Verdicts> verdicts = new EnumMap<>(Mode.class);
  private int turn;
  private int streams;
  private int folders;

  /** What to run on. */
  protected abstract List<Target> targets();

  /** Whether this is the long suite, which takes hours. */
  protected static boolean isLong() {
    return Boolean.getBoolean("conformance.long");
  }

  /** Whether each script runs both as it stands and mirrored, and not only one of the two. */
  protected boolean runsBothWays() {
    return isLong();
  }

  /** How many random scripts a streaming target runs. */
  protected int randomScripts() {
    return isLong() ? 20 : 2;
  }

  /** Keys of a random script, each with about eight rows. */
  protected int scenarios() {
    return 1_000;
  }

  /** Rows a side of the random streams without late rows. */
  protected int streamRows() {
    return Integer.getInteger("conformance.rows", isLong() ? 1_000_000 : 100_000);
  }

  /** The types of join that random streams go through: a stream of its own for each. */
  protected List<JoinType> streamTypes(Mode mode) {
    if (isLong()) {
      return List.of(JoinType.values());
    }
    return mode.isStreaming()
        ? List.of(JoinType.RIGHT, JoinType.FULL)
        : List.of(JoinType.INNER, JoinType.LEFT);
  }

  @TestFactory
  Stream<DynamicNode> scripts(@TempDir Path folder) {
    Source script = asked -> Job.script(next(folder), asked.join(), asked.events());
    return each(
        Mode::isStreaming,
        target ->
            scripts(target, one -> true)
                .flatMap(one -> waysOf("cases by script", target, one, Feature.SCRIPT, script)));
  }

  @TestFactory
  Stream<DynamicNode> files(@TempDir Path folder) {
    Source files = asked -> Job.files(next(folder), asked.join(), asked.events());
    return each(
        mode -> !mode.isStreaming(),
        target ->
            scripts(target, Case::isOnTime)
                .flatMap(one -> waysOf("cases by files", target, one, Feature.FILES, files)));
  }

  @TestFactory
  Stream<DynamicNode> replays(@TempDir Path folder) {
    Source replay = asked -> Job.replay(next(folder), asked.join(), asked.events(), asked.span());
    return each(
        Mode::isStreaming,
        target ->
            scripts(target, Case::isOnTime)
                .flatMap(one -> waysOf("cases by replay", target, one, Feature.REPLAY, replay)));
  }

  /** Scripts of the cases that {@code chosen} takes and that are no gap of the target. */
  private static Stream<Script> scripts(Target target, Predicate<Case> chosen) {
    return CaseChain.scripts(
        Cases.all().stream()
            .filter(one -> one.windows() == null && chosen.test(one))
            .filter(
                one ->
                    one.features().stream()
                        .allMatch(shown -> Capabilities.gap(target.mode(), shown).isEmpty()))
            .toList())
        .stream();
  }

  @TestFactory
  Stream<DynamicNode> windows(@TempDir Path folder) {
    return each(
        mode -> true,
        target ->
            Cases.all().stream()
                .filter(one -> one.windows() != null)
                .map(one -> windowTest(target, one, next(folder))));
  }

  private DynamicTest windowTest(Target target, Case one, Path folder) {
    List<String> args = target.args(turn++);
    return dynamicTest(
        one.name() + " " + args,
        () ->
            verdicts(target)
                .test(
                    "windows behind the join",
                    one.name(),
                    one.features(),
                    () -> {
                      Job job =
                          target.mode().isStreaming()
                              ? Job.script(folder, one.join(), one.events())
                              : Job.files(folder, one.join(), one.events());
                      WindowedRun.check(job, target, args, one);
                      return records(one.answer());
                    }));
  }

  @TestFactory
  Stream<DynamicNode> windowsOfSpecs(@TempDir Path folder) {
    return each(
        mode -> true,
        target ->
            Stream.of(false, true)
                .filter(late -> !late || target.mode().isStreaming())
                .map(late -> windowsOfSpec(target, late, next(folder))));
  }

  private DynamicTest windowsOfSpec(Target target, boolean late, Path folder) {
    WindowScenario scenario = WindowScenario.read(late);
    // Behind a second exchange a row may overtake watermarks of other subtasks, and then is not
    // late
    // there: late rows have one right answer with the first parallelism, which is one.
    List<String> args = target.args(late ? 0 : turn++);
    String name = scenario.rows().name();
    return dynamicTest(
        name + " " + args,
        () ->
            verdicts(target)
                .test(
                    "windows of a spec",
                    name,
                    EnumSet.of(late ? Feature.LATE_WINDOWS : Feature.SPEC_WINDOWS),
                    () -> {
                      new WindowSpecRun(target, scenario).check(folder, args, late);
                      return records(scenario.rows().answer());
                    }));
  }

  @TestFactory
  Stream<DynamicNode> randomScripts(@TempDir Path folder) {
    List<Script> scripts =
        new Random(SEED)
            .longs(randomScripts())
            .mapToObj(seed -> RandomScripts.of(seed, scenarios()))
            .toList();
    Source script = asked -> Job.script(next(folder), asked.join(), asked.events());
    return each(
        Mode::isStreaming,
        target ->
            scripts.stream().map(one -> test("random scenarios", target, one, Set.of(), script)));
  }

  @TestFactory
  Stream<DynamicNode> randomStreams(@TempDir Path folder) {
    return each(
        mode -> true,
        target ->
            IntStream.range(0, isLong() ? target.parallelisms().size() : 1)
                .boxed()
                .flatMap(
                    nth ->
                        streamTypes(target.mode()).stream()
                            .map(type -> streamTest(target, type, nth - 1, next(folder)))));
  }

  private DynamicTest streamTest(Target target, JoinType type, int nth, Path folder) {
    List<String> args = target.args(nth);
    long seed = SEED + streams++;
    String name = type + ", seed " + seed + " " + args;
    return dynamicTest(
        name,
        () ->
            verdicts(target)
                .test(
                    "random streams",
                    name,
                    EnumSet.of(Feature.LARGE_STREAMS, Feature.SUMMARY),
                    () ->
                        checkStreams(
                            target, args, RandomStreams.of(seed, streamRows(), type), folder)));
  }

  private static long checkStreams(
      Target target, List<String> args, RandomStreams streams, Path folder) throws IOException {
    System.out.printf(
        "%s: %d random rows a side, %s, seed %d%n",
        target.mode(), streams.left().size(), streams.join(), streams.seed());
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job =
        target.mode().isStreaming()
            ? Job.replay(folder, streams.join(), rows, streams.watermarkDelay())
            : Job.files(folder, streams.join(), rows);
    Answer answer = streams.answer();
    Run.check(job, target.adapter().get(), args, answer);
    return records(answer);
  }

  /** Makes a job of a script. */
  private interface Source {
    Job job(Script script) throws IOException;
  }

  private Stream<DynamicTest> waysOf(
      String kind, Target target, Script script, Feature source, Source toJob) {
    boolean first = runsBothWays() || turn % 2 == 0;
    boolean second = runsBothWays() || !first;
    List<DynamicTest> tests = new ArrayList<>();
    if (first) {
      tests.add(test(kind, target, script, Set.of(source), toJob));
    }
    if (second) {
      Script other = script.mirrored().shuffled(SEED);
      Set<Feature> features = EnumSet.of(source, Feature.MIRROR, Feature.PARALLELISM);
      tests.add(test(kind, target, other, features, toJob));
    }
    return tests.stream();
  }

  private DynamicTest test(
      String kind, Target target, Script script, Set<Feature> source, Source toJob) {
    List<String> args = target.args(turn++);
    Set<Feature> features = EnumSet.of(Feature.SUMMARY);
    features.addAll(script.features());
    features.addAll(source);
    return dynamicTest(
        script.name() + " " + args,
        () ->
            verdicts(target)
                .test(
                    kind,
                    script.name(),
                    features,
                    () -> {
                      Run.check(toJob.job(script), target.adapter().get(), args, script.answer());
                      return records(script.answer());
                    }));
  }

  private static long records(Answer answer) {
    return answer.counts(JoinSide.LEFT).read() + answer.counts(JoinSide.RIGHT).read();
  }

  private Stream<DynamicNode> each(
      Predicate<Mode> modes, Function<Target, Stream<DynamicTest>> tests) {
    return targets().stream()
        .filter(target -> modes.test(target.mode()) && target.mode().name().matches(MODES))
        .map(target -> dynamicContainer(target.mode().toString(), tests.apply(target)));
  }

  private Path next(Path folder) {
    return folder.resolve("run-" + folders++);
  }

  private Verdicts verdicts(Target target) {
    return verdicts.computeIfAbsent(target.mode(), Verdicts::new);
  }

  @AfterAll
  void recordWhatWasShown() {
    verdicts.values().forEach(Verdicts::record);
  }
}
