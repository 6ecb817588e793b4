package dev.mortise.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

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
 * <p>Each script runs twice at least: as it stands, and mirrored with its rows in another order,
 * with the next of the target's parallelisms.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ConformanceSuite {
  private static final long SEED = 20260105;

  private final Map<Mode, Verdicts> verdicts = new EnumMap<>(Mode.class);
  private int runs;

  /** What to run on. */
  protected abstract List<Target> targets();

  /** How many random scripts, with {@link #scenarios} each, a streaming target runs. */
  protected int randomScripts() {
    return 2;
  }

  /** Scenarios of a random script. */
  protected int scenarios() {
    return 1_000;
  }

  /** Rows a side of the random streams without late rows. */
  protected int streamRows() {
    return Integer.getInteger("conformance.rows", 100_000);
  }

  /** The types of join that random streams go through, in each mode. */
  protected List<JoinType> streamTypes(Mode mode) {
    return List.of(JoinType.FULL);
  }

  @TestFactory
  Stream<DynamicNode> scripts(@TempDir Path folder) {
    List<Script> scripts =
        CaseChain.scripts(Cases.all().stream().filter(one -> one.windows() == null).toList());
    return eachStreaming(
        target ->
            scripts.stream()
                .flatMap(
                    script ->
                        bothWays(
                            target,
                            script,
                            Feature.SCRIPT,
                            asked -> Job.script(next(folder), asked.join(), asked.events()))));
  }

  @TestFactory
  Stream<DynamicNode> files(@TempDir Path folder) {
    return targets().stream()
        .filter(target -> !target.mode().isStreaming())
        .map(
            target ->
                container(
                    target,
                    onTimeScripts()
                        .flatMap(
                            script ->
                                bothWays(
                                    target,
                                    script,
                                    Feature.FILES,
                                    asked ->
                                        Job.files(next(folder), asked.join(), asked.events())))));
  }

  @TestFactory
  Stream<DynamicNode> replays(@TempDir Path folder) {
    return eachStreaming(
        target ->
            onTimeScripts()
                .map(
                    script ->
                        test(
                            target,
                            script,
                            Set.of(Feature.REPLAY),
                            asked ->
                                Job.replay(
                                    next(folder), asked.join(), asked.events(), delay(asked)))));
  }

  private static Stream<Script> onTimeScripts() {
    return CaseChain.scripts(
        Cases.all().stream().filter(one -> one.windows() == null && one.isOnTime()).toList())
        .stream();
  }

  /** So far that a replay calls no row late: over all times there are, if it need be. */
  private static long delay(Script script) {
    long least = 0;
    long greatest = 0;
    for (Event event : script.events()) {
      if (event instanceof StreamRow row) {
        least = Math.min(least, row.time());
        greatest = Math.max(greatest, row.time());
      }
    }
    return greatest - least;
  }

  @TestFactory
  Stream<DynamicNode> windows(@TempDir Path folder) {
    List<Case> cases = Cases.all().stream().filter(one -> one.windows() != null).toList();
    return targets().stream()
        .map(
            target ->
                container(
                    target, cases.stream().map(one -> windowTest(target, one, next(folder)))));
  }

  private DynamicTest windowTest(Target target, Case one, Path folder) {
    List<String> args = target.args(runs);
    Case.Windows windows = one.windows();
    return dynamicTest(
        one.name() + " " + args,
        () ->
            verdicts(target)
                .test(
                    one.features(),
                    () -> {
                      Job job =
                          target.mode().isStreaming()
                              ? Job.script(folder, one.join(), one.events())
                              : Job.files(folder, one.join(), one.events());
                      if (windows != null) {
                        WindowedRun.check(job, target, args, windows);
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicNode> randomScripts(@TempDir Path folder) {
    List<Script> scripts =
        new Random(SEED)
            .longs(randomScripts())
            .mapToObj(seed -> RandomScripts.of(seed, scenarios()))
            .toList();
    return eachStreaming(
        target ->
            scripts.stream()
                .map(
                    script ->
                        test(
                            target,
                            script,
                            Set.of(),
                            asked -> Job.script(next(folder), asked.join(), asked.events()))));
  }

  @TestFactory
  Stream<DynamicNode> randomStreams(@TempDir Path folder) {
    return targets().stream()
        .map(
            target ->
                container(
                    target,
                    streamTypes(target.mode()).stream()
                        .map(type -> streamTest(target, SEED + runs++, type, next(folder)))));
  }

  private DynamicTest streamTest(Target target, long seed, JoinType type, Path folder) {
    List<String> args = target.args(-1);
    return dynamicTest(
        type + ", seed " + seed + " " + args,
        () ->
            verdicts(target)
                .test(
                    EnumSet.of(Feature.LARGE_STREAMS, Feature.SUMMARY),
                    () -> {
                      RandomStreams streams = RandomStreams.of(seed, streamRows(), type);
                      System.out.printf(
                          "%s: %d random rows a side, %s, seed %d%n",
                          target.mode(), streamRows(), streams.join(), seed);
                      List<StreamRow> rows = new ArrayList<>(streams.left());
                      rows.addAll(streams.right());
                      Job job =
                          target.mode().isStreaming()
                              ? Job.replay(folder, streams.join(), rows, streams.watermarkDelay())
                              : Job.files(folder, streams.join(), rows);
                      Run.check(job, target.adapter().get(), args, streams.answer());
                    }));
  }

  /** Makes a job of a script. */
  private interface Source {
    Job job(Script script) throws IOException;
  }

  private Stream<DynamicTest> bothWays(Target target, Script script, Feature source, Source toJob) {
    return Stream.of(
        test(target, script, Set.of(source), toJob),
        test(
            target,
            script.mirrored().shuffled(SEED),
            Set.of(source, Feature.MIRROR, Feature.PARALLELISM),
            toJob));
  }

  private DynamicTest test(Target target, Script script, Set<Feature> source, Source toJob) {
    List<String> args = target.args(runs++);
    Set<Feature> features = EnumSet.of(Feature.SUMMARY);
    features.addAll(script.features());
    features.addAll(source);
    return dynamicTest(
        script.name() + " " + args,
        () ->
            verdicts(target)
                .test(
                    features,
                    () ->
                        Run.check(
                            toJob.job(script), target.adapter().get(), args, script.answer())));
  }

  private Stream<DynamicNode> eachStreaming(Function<Target, Stream<DynamicTest>> tests) {
    return targets().stream()
        .filter(target -> target.mode().isStreaming())
        .map(target -> container(target, tests.apply(target)));
  }

  private static DynamicNode container(Target target, Stream<DynamicTest> tests) {
    return dynamicContainer(target.mode().toString(), tests);
  }

  private Path next(Path folder) {
    return folder.resolve("run-" + runs++);
  }

  private Verdicts verdicts(Target target) {
    return verdicts.computeIfAbsent(target.mode(), Verdicts::new);
  }

  @AfterAll
  void recordWhatWasShown() {
    verdicts.values().forEach(Verdicts::record);
  }
}
