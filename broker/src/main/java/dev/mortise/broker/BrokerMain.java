package dev.mortise.broker;

import java.io.IOException;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * What runs in the broker's JVM: formats the storage where that is new, then serves. It ends when
 * its standard input does, so that it never outlives the process that started it.
 */
public final class BrokerMain {
  private BrokerMain() {}

  /**
   * Runs a broker.
   *
   * @param args the path of its properties, and the id of its cluster
   */
  public static void main(String[] args) {
    Thread watch = new Thread(BrokerMain::endWithParent, "mortise-parent-watch");
    watch.setDaemon(true);
    watch.start();
    int formatted =
        StorageTool.execute(
            new String[] {"format", "-t", args[1], "-c", args[0], "--ignore-formatted"},
            System.out);
    if (formatted != 0) {
      System.exit(formatted);
    }
    Kafka.main(new String[] {args[0]});
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever said here; only the end counts.
      }
    } catch (IOException e) {
      // As the end.
    }
    Runtime.getRuntime().halt(0);
  }
}
