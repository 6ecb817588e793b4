package dev.mortise.runner.flink.cluster;

import java.io.File;
import java.util.Arrays;
import org.apache.flink.client.deployment.application.ApplicationClusterEntryPoint;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.entrypoint.ClusterEntrypoint;
import org.apache.flink.runtime.resourcemanager.StandaloneResourceManagerFactory;

/**
 * A JobManager that serves one application and runs its main method, as on Kubernetes. Flink's own
 * is in {@code flink-dist}, which is not to be had from Maven.
 */
@SuppressWarnings("try") // How its parent closes.
public final class StandaloneApplication extends ApplicationClusterEntryPoint {
  private StandaloneApplication(Configuration configuration, PackagedProgram program) {
    super(configuration, program, StandaloneResourceManagerFactory.getInstance());
  }

  /** Arguments: {@code --configDir DIRECTORY JAR MAIN ARGUMENT...}. */
  public static void main(String[] args) throws Exception {
    Configuration configuration = GlobalConfiguration.loadConfiguration(args[1]);
    PackagedProgram program =
        PackagedProgram.newBuilder()
            .setJarFile(new File(args[2]))
            .setEntryPointClassName(args[3])
            .setConfiguration(configuration)
            .setArguments(Arrays.copyOfRange(args, 4, args.length))
            .build();
    configureExecution(configuration, program);
    ClusterEntrypoint.runClusterEntrypoint(new StandaloneApplication(configuration, program));
  }
}
