package dev.mortise.runner.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A bounded spec, submitted with the script that is shipped to a cluster of several JVMs. */
class SubmitBatchIT {

  @Test
  void aBatchJob_givesTheOraclesRows_andPrintsItsSummary() throws Exception {
    Path folder = Folders.fresh("batch");
    long seed = System.nanoTime();
    System.out.println("SubmitBatchIT seed " + seed);
    RandomStreams streams = RandomStreams.of(seed, 5_000, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.files(folder.resolve("job"), streams.join(), rows);

    try (LocalSparkCluster cluster = LocalSparkCluster.start(folder.resolve("cluster"), 2)) {
      Path log = folder.resolve("driver.log");
      Process driver =
          cluster.submit(Map.of(), log, List.of("run", job.spec().toString(), "--summary=json"));

      assertThat(driver.waitFor(5, TimeUnit.MINUTES)).as("ended").isTrue();
      String printed = Files.readString(log);
      assertThat(driver.exitValue()).as(printed).isZero();
      Run.checkOutputs(job, streams.answer());
      String summary =
          printed.lines().filter(line -> line.startsWith("{")).findFirst().orElse("{}");
      Run.checkSummary(new ObjectMapper().readTree(summary), streams.answer());
    }
  }
}
