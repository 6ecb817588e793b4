package dev.mortise.runner.flink.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import dev.mortise.runner.flink.FlinkAdapter;
import dev.mortise.runner.flink.FlinkMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests of the deployment, held against each other and against the code. */
final class DeploymentTest {
  private static final String JAR = "/opt/flink/usrlib/mortise-flink-all.jar";
  private static final String PROMETHEUS = "metrics.reporter.prom.";

  private final List<Object> manifests = documents("flink-deployment.yaml");
  private final Object specMap = manifests.get(0);
  private final Object deployment = at(manifests.get(1), "spec");
  private final Object job = at(deployment, "job");

  @Test
  void stateOutlivesEveryUpgrade() {
    assertThat(text(job, "upgradeMode")).isEqualTo("savepoint");
    assertThat(at(job, "allowNonRestoredState")).isEqualTo(false);
  }

  @Test
  void theJarIsWhereTheImageHasIt() throws IOException {
    assertThat(text(job, "jarURI")).isEqualTo("local://" + JAR);
    assertThat(Files.readString(MonitoredNames.folder().resolve("Dockerfile")))
        .contains("COPY --chown=flink:flink target/mortise-flink-all.jar " + JAR);
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<outputFile>${project.build.directory}/mortise-flink-all.jar</outputFile>");
  }

  @Test
  void theImageHasTheFlinkThatTheJarWasBuiltFor() throws IOException {
    String[] version = EnvironmentInformation.getVersion().split("\\.", -1);
    String minor = version[0] + "." + version[1];

    assertThat(text(deployment, "flinkVersion")).isEqualTo("v" + minor.replace('.', '_'));
    assertThat(Files.readString(MonitoredNames.folder().resolve("Dockerfile")))
        .contains("FROM flink:" + minor + "-java17\n");
  }

  @Test
  void theEntryClassIsTheMainClass() {
    assertThat(text(job, "entryClass")).isEqualTo(FlinkMain.class.getName());
  }

  @Test
  void theArgumentsNameTheSpecThatIsMountedAndAreUnderstood(@TempDir Path folder)
      throws IOException {
    Object container = list(deployment, "podTemplate", "spec", "containers").get(0);
    String mount =
        list(container, "volumeMounts").stream()
            .filter(volume -> text(volume, "name").equals("spec"))
            .map(volume -> text(volume, "mountPath"))
            .findFirst()
            .orElseThrow();
    List<String> arguments = list(job, "args").stream().map(String::valueOf).toList();

    assertThat(arguments).startsWith("run", mount + "/spec.yaml");

    for (String input : List.of("orders", "payments")) {
      Path inputs = Files.createDirectories(folder.resolve("in").resolve(input));
      Files.createFile(inputs.resolve("1.jsonl"));
    }
    String text = text(specMap, "data", "spec.yaml").replace("/data/", folder + "/");
    Path spec = Files.writeString(folder.resolve("spec.yaml"), text);
    List<String> check = new ArrayList<>(arguments);
    check.set(0, "check");
    check.set(1, spec.toString());
    assertThat(execute(check)).contains("orders-payments");
  }

  @Test
  void everySettingOfFlinkIsOneThatItKnows() throws IllegalAccessException {
    Set<String> known = new TreeSet<>();
    for (Class<?> options :
        List.of(
            CheckpointingOptions.class,
            ExecutionCheckpointingOptions.class,
            HighAvailabilityOptions.class,
            RestartStrategyOptions.class,
            StateBackendOptions.class,
            TaskManagerOptions.class)) {
      for (Field field : options.getFields()) {
        if (field.get(null) instanceof ConfigOption<?> option) {
          known.add(option.key());
        }
      }
    }

    assertThat(settings().keySet())
        .filteredOn(key -> !key.startsWith(PROMETHEUS))
        .hasSizeGreaterThan(10)
        .isSubsetOf(known);
  }

  @Test
  void aJobIsRestoredFromWhatIsKeptOffItsPods() {
    assertThat(settings())
        .containsEntry("state.backend.type", "rocksdb")
        .containsEntry("state.backend.incremental", "true")
        .containsEntry("high-availability.type", "kubernetes")
        .containsKeys(
            "state.checkpoints.dir", "state.savepoints.dir", "high-availability.storageDir");
  }

  @Test
  void prometheusAsksThePortAtWhichTheReporterAnswers() {
    Object port =
        list(list(deployment, "podTemplate", "spec", "containers").get(0), "ports").get(0);
    Object monitor = at(documents("pod-monitor.yaml").get(0), "spec");

    assertThat(text(port, "containerPort")).isEqualTo(settings().get(PROMETHEUS + "port"));
    assertThat(text(list(monitor, "podMetricsEndpoints").get(0), "port"))
        .isEqualTo(text(port, "name"));
    assertThat(settings().get(PROMETHEUS + "factory.class"))
        .isEqualTo("org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
    assertThat(documents("prometheus.yaml").get(0).toString())
        .contains(":" + settings().get(PROMETHEUS + "port"));
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new java.util.TreeMap<>();
    ((Map<?, ?>) at(deployment, "flinkConfiguration"))
        .forEach((key, value) -> settings.put(String.valueOf(key), String.valueOf(value)));
    return settings;
  }

  private static String execute(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(print, print, false, name -> null);
    int status = Mortise.execute(arguments.toArray(String[]::new), new FlinkAdapter(), console);
    assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static List<Object> documents(String file) {
    try {
      Load load = new Load(LoadSettings.builder().build());
      String text = Files.readString(MonitoredNames.folder().resolve(file));
      return StreamSupport.stream(load.loadAllFromString(text).spliterator(), false).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Object at(Object node, String... path) {
    Object found = node;
    for (String name : path) {
      assertThat(found).as(String.join(".", path)).isInstanceOf(Map.class);
      Object next = ((Map<?, ?>) found).get(name);
      if (next == null) {
        throw new AssertionError("There is no " + String.join(".", path));
      }
      found = next;
    }
    return found;
  }

  private static String text(Object node, String... path) {
    return String.valueOf(at(node, path));
  }

  private static List<Object> list(Object node, String... path) {
    return new ArrayList<>((List<?>) at(node, path));
  }
}
