package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fat jar submitted by {@code flink run}, from class path to exit status. */
final class FlinkRunIT {
  private static final int MARKS = 30;
  private static final int ROWS = 20;
  private static final int BATCH_ROWS = 2_000;
  private static final String CHECKPOINTS = "--checkpointingInterval=1000";

  private final LocalFlinkCluster cluster = SharedCluster.get();

  @Test
  void printsTheSummary_whenAttachedToAStream() throws IOException {
    List<Event> events = ScriptScenario.events(1, MARKS, ROWS);
    Job job = Job.script(folder("attached"), ScriptScenario.JOIN, events);
    ClusterJob stream =
        new ClusterJob(
            cluster,
            job,
            ScriptOracle.answer(ScriptScenario.JOIN, events),
            List.of("--summary=json", "--parallelism=2", CHECKPOINTS));

    FlinkCli.Result result = stream.run(List.of());

    assertThat(result.status()).as(result.toString()).isZero();
    stream.checkOutputs();
    Run.checkSummary(summary(result), ScriptOracle.answer(ScriptScenario.JOIN, events));
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.CLUSTER);
  }

  @Test
  void printsTheSummary_whenAttachedToABatch() throws IOException {
    RandomStreams streams = RandomStreams.of(2, BATCH_ROWS, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    ClusterJob batch =
        new ClusterJob(
            cluster,
            Job.files(folder("batch"), streams.join(), rows),
            streams.answer(),
            List.of("--summary=json", "--parallelism=3"));

    FlinkCli.Result result = batch.run(List.of());

    assertThat(result.status()).as(result.toString()).isZero();
    batch.checkOutputs();
    Run.checkSummary(summary(result), streams.answer());
    Capabilities.proven(Mode.FLINK_BATCH, Feature.CLUSTER);
  }

  @Test
  void saysInOneLineThatTheRunGoesOn_whenDetached() throws IOException {
    List<Event> events = ScriptScenario.events(3, MARKS, ROWS);
    ClusterJob stream =
        new ClusterJob(
            cluster,
            Job.script(folder("detached"), ScriptScenario.JOIN, events),
            ScriptOracle.answer(ScriptScenario.JOIN, events),
            List.of("--parallelism=2", CHECKPOINTS));

    FlinkCli.Result result = stream.submit();

    assertThat(result.errors().lines().filter(line -> line.startsWith("Detached")))
        .as(result.errors())
        .singleElement()
        .asString()
        .contains(stream.id());
    stream.awaitEnd();
    stream.checkOutputs();
  }

  @Test
  void exitsWithTwoAndOneMessage_whenTheSpecIsWrong() throws IOException {
    Path spec =
        Files.writeString(Files.createDirectories(folder("wrong")).resolve("spec.yaml"), "");

    FlinkCli.Result result =
        cluster.cli().run(FlinkCli.runMortise(List.of(), List.of("run", spec.toString())));

    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.errors()).contains("spec.yaml").doesNotContain("\tat dev.mortise");
  }

  private static Path folder(String name) {
    return SharedCluster.folder().resolve("jobs").resolve(name);
  }

  private static JsonNode summary(FlinkCli.Result result) throws IOException {
    List<String> lines = result.output().lines().filter(line -> line.startsWith("{")).toList();
    assertThat(lines).as(result.output()).hasSize(1);
    return new ObjectMapper().readTree(lines.get(0));
  }
}
