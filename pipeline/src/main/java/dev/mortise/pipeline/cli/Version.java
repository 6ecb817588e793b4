package dev.mortise.pipeline.cli;

import org.apache.beam.sdk.util.ReleaseInfo;
import picocli.CommandLine.IVersionProvider;

/** The versions that {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String mortise = Mortise.class.getPackage().getImplementationVersion();
    return new String[] {
      "mortise " + (mortise == null ? "(unpackaged)" : mortise),
      "beam " + ReleaseInfo.getReleaseInfo().getVersion(),
      "java " + Runtime.version()
    };
  }
}
