package dev.mortise.broker;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.internals.Exit;

/**
 * What runs in the broker's JVM: formats the storage where that is new, then serves. It ends when
 * its standard input does, so that it never outlives the process that started it.
 */
public final class BrokerMain {
  private static final int LEFTOVERS = 2;

  private BrokerMain() {}

  /**
   * Runs a broker.
   *
   * @param args the path of its properties; the id of its cluster; then, if there is one, a
   *     directory to delete with all that is in it when the standard input ends
   */
  public static void main(String[] args) {
    Thread watch = new Thread(() -> endWithParent(args), "mortise-parent-watch");
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

  private static void endWithParent(String[] args) {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever said here; only the end counts.
      }
    } catch (IOException e) {
      // As the end.
    }
    if (args.length > LEFTOVERS) {
      // Kafka takes files that are gone for a broken disk, and would end before all are deleted.
      Exit.setHaltProcedure((status, message) -> stay());
      Exit.setExitProcedure((status, message) -> stay());
    }
    List<Leftovers> leftovers =
        Stream.of(args).skip(LEFTOVERS).map(path -> new Leftovers(new File(path))).toList();
    leftovers.forEach(Leftovers::takeAway);
    leftovers.forEach(Leftovers::delete);
    Runtime.getRuntime().halt(0);
  }

  private static void stay() {
    while (true) {
      LockSupport.park();
    }
  }
}
