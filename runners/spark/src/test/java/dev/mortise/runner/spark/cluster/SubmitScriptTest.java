package dev.mortise.runner.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in {@code deploy/}, with a {@code spark-submit} that prints how it was called. */
class SubmitScriptTest {
  @TempDir Path home;

  private record Ended(int status, List<String> lines) {}

  @Test
  void settingsBecomeArgumentsOfSparkSubmit() throws Exception {
    fakeSparkSubmit();
    Path jar = Files.writeString(home.resolve("a jar.jar"), "");

    Ended ended =
        submit(
            Map.of(
                "SPARK_HOME", home.toString(),
                "SPARK_MASTER", "spark://m:7077",
                "MORTISE_JAR", jar.toString(),
                "EXECUTOR_MEMORY", "3g",
                "TOTAL_CORES", "6",
                "CHECKPOINT_DIR", "hdfs:///state/a b",
                "SPARK_CONF", "spark.a=1 spark.b=2"),
            "run",
            "my spec.yaml",
            "--summary=json");

    assertThat(ended.status()).as(ended.lines().toString()).isZero();
    assertThat(ended.lines())
        .containsSequence("--master", "spark://m:7077", "--deploy-mode", "client")
        .containsSequence("--executor-memory", "3g")
        .containsSequence("--total-executor-cores", "6")
        .containsSequence("--conf", "spark.a=1", "--conf", "spark.b=2")
        .contains(
            "spark.metrics.conf.*.sink.prometheusServlet.class="
                + "org.apache.spark.metrics.sink.PrometheusServlet")
        .endsWith(
            "--class",
            "dev.mortise.runner.spark.SparkMain",
            jar.toString(),
            "run",
            "my spec.yaml",
            "--summary=json",
            "--checkpointDir=hdfs:///state/a b");
  }

  @Test
  void whatIsMissing_isSaidInOneLine() throws Exception {
    fakeSparkSubmit();
    Map<String, String> noMaster = Map.of("SPARK_HOME", home.toString());
    Map<String, String> noHome = Map.of("SPARK_MASTER", "local");

    assertThat(submit(noHome, "run", "spec.yaml"))
        .isEqualTo(
            new Ended(
                2,
                List.of(
                    "submit.sh: SPARK_HOME: must name a Spark 3.5 installation, but is not set.")));
    assertThat(submit(noMaster, "run", "spec.yaml").lines())
        .singleElement()
        .asString()
        .startsWith("submit.sh: SPARK_MASTER: must name the master");
  }

  private void fakeSparkSubmit() throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Path script =
        Files.writeString(home.resolve("bin/spark-submit"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private static Ended submit(Map<String, String> environment, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("deploy/submit.sh").toAbsolutePath().toString());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("SPARK_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), printed.lines().toList());
  }
}
