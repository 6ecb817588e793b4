package dev.mortise.bench.direct;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.MortiseJoin;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.runner.direct.DirectAdapter;
import java.nio.file.Path;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** This project's join on the Direct runner, over streams. */
public final class Mortise implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new Mortise(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) {
    PipelineOptions options = PipelineOptionsFactory.create();
    DirectAdapter direct = new DirectAdapter();
    direct.prepare(options, Set.of());
    options.setJobName("bench");
    Pipeline pipeline = Pipeline.create(options);
    MortiseJoin.build(pipeline, workload, true, options.as(JoinOptions.class).getJoinShards());
    State state = direct.run(pipeline).waitUntilFinish();
    if (state != State.DONE) {
      throw new IllegalStateException("The job ended with state " + state);
    }
  }
}
