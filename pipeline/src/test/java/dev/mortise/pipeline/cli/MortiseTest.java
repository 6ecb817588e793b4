package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.Pipeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MortiseTest {
  private static final String SPEC =
      """
      name: orders-payments
      inputs:
        orders:
          from: {files: orders.jsonl}
          format: json
          schema: {order_id: string, order_time: timestamp}
          event_time: order_time
        payments:
          from: {files: payments.jsonl}
          format: json
          schema: {order_id: string, paid_time: timestamp}
          event_time: paid_time
      join:
        left: orders
        right: payments
        on: [order_id]
        type: left
        within: {after: 30m}
      outputs:
        matched: {to: {files: out/matched}}
      """;

  @TempDir Path dir;
  private final Captured captured = new Captured();

  @Test
  void printsUsageAndFails_whenThereIsNoCommand() {
    assertThat(mortise()).isEqualTo(2);
    assertThat(captured.out()).isEmpty();
    assertThat(captured.err()).startsWith("Usage: mortise").contains("run").contains("check");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(mortise("--help")).isZero();
    assertThat(mortise("--version")).isZero();
    assertThat(captured.out()).contains("Usage: mortise").contains("beam 2.70.0");
    assertThat(captured.err()).isEmpty();
  }

  @Test
  void suggestsTheCommandThatWasMeant() {
    assertThat(mortise("chekc", "spec.yaml")).isEqualTo(2);
    assertThat(captured.err())
        .startsWith("chekc: there is no such command. Did you mean check? Commands: run, check.");
  }

  @Test
  void saysWhereACommandGoes_whenTheSpecComesFirst() {
    assertThat(mortise("spec.yaml")).isEqualTo(2);
    assertThat(captured.err()).startsWith("spec.yaml: name a command before the spec");
  }

  @Test
  void asksForASpec_whenThereIsNone() {
    assertThat(mortise("run")).isEqualTo(2);
    assertThat(captured.err()).startsWith("mortise run: name a spec file");
  }

  @Test
  void suggestsOurOwnOptions() throws IOException {
    assertThat(mortise("check", spec(), "--sumary=json")).isEqualTo(2);
    assertThat(captured.err())
        .isEqualToIgnoringNewLines("--sumary: there is no such option. Did you mean --summary?");
  }

  @Test
  void suggestsBeamsOptions_andReportsEveryWrongOneAtOnce() throws IOException {
    assertThat(mortise("run", spec(), "--jobNam=x", "--zzzz=1", "--streamingg=true")).isEqualTo(2);
    assertThat(captured.err().lines())
        .containsExactly(
            "--jobNam: neither Mortise nor Beam has such an option. Did you mean --jobName?",
            "--zzzz: neither Mortise nor Beam has such an option. See mortise --help, and Beam's"
                + " documentation of the runner's pipeline options.",
            "--streamingg: neither Mortise nor Beam has such an option. Did you mean"
                + " --streaming?");
  }

  @Test
  void refusesABeamOptionOfTheWrongType_inOneLine() throws IOException {
    assertThat(mortise("check", spec(), "--streaming=perhaps")).isEqualTo(2);
    assertThat(captured.err().lines())
        .singleElement()
        .asString()
        .startsWith("--streaming=perhaps:");
  }

  @Test
  void saysHowBeamsOptionsAreWritten() throws IOException {
    assertThat(mortise("check", spec(), "--jobName", "x")).isEqualTo(2);
    assertThat(captured.err()).startsWith("--jobName: options of Beam are written with =. Write");
  }

  @Test
  void refusesASecondSpec() throws IOException {
    assertThat(mortise("check", spec(), "other.yaml")).isEqualTo(2);
    assertThat(captured.err()).startsWith("other.yaml: one spec is run at a time");
  }

  @Test
  void refusesARunnerThatThisJarHasNot_andSaysWhatToDo() throws IOException {
    assertThat(mortise("check", spec(), "--runner=flink")).isEqualTo(2);
    assertThat(captured.err()).contains("runs on fake only").contains("./mortise");
    assertThat(mortise("check", spec(), "--runner", "sparkle")).isEqualTo(2);
    assertThat(captured.err()).contains("must be direct, flink or spark, but --runner = sparkle");
  }

  @Test
  void checkPrintsThePlan_andRunsNothing() throws IOException {
    Files.createFile(dir.resolve("orders.jsonl"));
    Files.createFile(dir.resolve("payments.jsonl"));

    assertThat(mortise("check", spec(), "--runner", "fake", "--jobName=x")).isZero();
    assertThat(captured.out()).startsWith("Plan of orders-payments").contains("order_time + 30m");
    assertThat(captured.err()).isEmpty();
    assertThat(dir.resolve("out")).doesNotExist();
  }

  @Test
  void checkPrintsThePlan_andThenWhatIsMissing() throws IOException {
    assertThat(mortise("check", spec())).isEqualTo(2);
    assertThat(captured.out()).startsWith("Plan of orders-payments");
    assertThat(captured.err().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("there is no file"));
  }

  @Test
  void runRefusesMissingFiles_beforeItTouchesAnything() throws IOException {
    assertThat(mortise("run", spec())).isEqualTo(2);
    assertThat(captured.err()).contains("orders.jsonl").contains("payments.jsonl");
    assertThat(captured.out()).isEmpty();
    assertThat(dir.resolve("out")).doesNotExist();
  }

  @Test
  void runKeepsEarlierResults_whenAnInputCantBeRead() throws IOException {
    Files.createFile(dir.resolve("orders.jsonl.lz4"));
    Files.createFile(dir.resolve("payments.jsonl"));
    Path spec = dir.resolve("lz4.yaml");
    Files.createDirectory(dir.resolve("out"));
    Path earlier = Files.writeString(dir.resolve("out/matched-00000-of-00001.jsonl"), "{}\n");

    for (String files : new String[] {"orders.jsonl.lz4", "\"orders.*\""}) {
      Files.writeString(spec, SPEC.replace("files: orders.jsonl}", "files: " + files + "}"));
      assertThat(mortise("run", spec.toString())).isEqualTo(2);
    }
    assertThat(captured.err().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("inputs.orders.from.files (lz4.yaml:4): "))
        .allMatch(line -> line.contains(".lz4 can't be read"));
    assertThat(earlier).hasContent("{}");
  }

  @Test
  void reportsEverythingThatIsWrongWithASpec() throws IOException {
    Path spec = dir.resolve("bad.yaml");
    Files.writeString(
        spec, SPEC.replace("type: left", "type: lefty").replace("after: 30m", "after: 30"));

    assertThat(mortise("run", spec.toString())).isEqualTo(2);
    assertThat(captured.err().lines()).hasSize(2).allMatch(line -> line.contains("bad.yaml:"));
    assertThat(captured.err()).doesNotContain("\tat ");
  }

  @Test
  void aFailedRunIsOneLine_andAStackTraceOnlyOnRequest() throws IOException {
    Files.createFile(dir.resolve("orders.jsonl"));
    Files.createFile(dir.resolve("payments.jsonl"));

    assertThat(mortise("run", spec())).isEqualTo(1);
    assertThat(captured.err()).isEqualToIgnoringNewLines("The run failed: disk full (IOException)");
    assertThat(captured.out()).isEmpty();
    assertThat(mortise("run", spec(), "--verbose")).isEqualTo(1);
    assertThat(captured.err()).contains("\tat " + NoRunner.class.getName());
  }

  @Test
  void saysWhereTheDashboardIs_whetherAPortIsNamedOrNot() throws IOException {
    Files.createFile(dir.resolve("orders.jsonl"));
    Files.createFile(dir.resolve("payments.jsonl"));
    // The spec behind the option is not taken for its port.
    assertThat(mortise("run", "--dashboard", spec())).isEqualTo(1);
    assertThat(mortise("run", spec(), "--dashboard=0")).isEqualTo(1);
    assertThat(captured.err().lines())
        .filteredOn(line -> line.matches("Dashboard: http://127\\.0\\.0\\.1:\\d+/"))
        .hasSize(2);
  }

  @Test
  void refusesADashboardOnAPortThatIsNoneOrIsTaken() throws IOException {
    Files.createFile(dir.resolve("orders.jsonl"));
    Files.createFile(dir.resolve("payments.jsonl"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String port : new String[] {"http", "65536", "-1", "" + taken.getLocalPort()}) {
        assertThat(mortise("run", spec(), "--dashboard=" + port)).as(port).isEqualTo(2);
      }
    }
    assertThat(captured.err().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("--dashboard: "))
        .last()
        .matches(line -> line.contains("must be free"));
  }

  private String spec() throws IOException {
    Path spec = dir.resolve("spec.yaml");
    Files.writeString(spec, SPEC);
    return spec.toString();
  }

  private int mortise(String... args) {
    return Mortise.execute(
        args,
        // Stands for every way a run can fail.
        new NoRunner(() -> new Pipeline.PipelineExecutionException(new IOException("disk full"))),
        captured.console(false));
  }
}
