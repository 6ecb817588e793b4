package dev.mortise.bench.race;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A contender in the race.
 *
 * @param name as the table has it
 * @param group whose first peer it is measured by
 * @param module the folder under {@code benchmarks/} that has its class path
 * @param type its main class
 * @param traits what else there is to know
 */
record Entrant(String name, Group group, String module, String type, Set<Trait> traits) {

  /** Entrants that do the same job in the same surroundings. */
  enum Group {
    /** Flink with its state on the heap. */
    HEAP,
    /** Flink with its state in RocksDB. */
    ROCKSDB,
    /** Spark. */
    SPARK
  }

  /** What not every entrant has or does. */
  enum Trait {
    /** What one would run instead: the others of its group are measured by the first one. */
    PEER,
    /** Finds unmatched rows. */
    OUTER,
    /** So slow that it is run at the smallest size only, and not in a quick run. */
    SLOW,
    /** Joins nothing; shows what its runner takes for the same rows. Not in a quick run. */
    FLOOR
  }

  static final List<Entrant> ALL =
      List.of(
          entrant("Flink intervalJoin", Group.HEAP, "flink", "NativeJoin", Trait.PEER),
          entrant("Flink SQL", Group.HEAP, "flink", "NativeSql", Trait.PEER, Trait.OUTER),
          entrant("Mortise on Flink", Group.HEAP, "flink", "Mortise", Trait.OUTER),
          entrant("Beam, a step that reads state", Group.HEAP, "flink", "BeamFloor", Trait.FLOOR),
          entrant("Beam CoGroupByKey on Flink", Group.HEAP, "flink", "Groups", Trait.SLOW),
          entrant("Mortise on Direct", Group.HEAP, "direct", "Mortise", Trait.OUTER, Trait.SLOW),
          entrant("Flink intervalJoin, RocksDB", Group.ROCKSDB, "flink", "NativeJoin", Trait.PEER),
          entrant(
              "Flink SQL, RocksDB",
              Group.ROCKSDB,
              "flink",
              "NativeSql",
              Trait.PEER,
              Trait.OUTER,
              Trait.SLOW),
          entrant("Mortise on Flink, RocksDB", Group.ROCKSDB, "flink", "Mortise", Trait.OUTER),
          entrant(
              "Spark Structured Streaming",
              Group.SPARK,
              "spark",
              "NativeStream",
              Trait.PEER,
              Trait.OUTER),
          entrant("Mortise on Spark, batch", Group.SPARK, "spark", "MortiseBatch", Trait.OUTER),
          entrant("Mortise on Spark, stream", Group.SPARK, "spark", "MortiseStream", Trait.OUTER));

  private static Entrant entrant(
      String name, Group group, String module, String type, Trait... traits) {
    return new Entrant(name, group, module, module + "." + type, Set.of(traits));
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** By which of some entrants those of a group are measured. */
  static Optional<Entrant> peer(List<Entrant> some, Group group) {
    return some.stream()
        .filter(entrant -> entrant.group == group && entrant.is(Trait.PEER))
        .findFirst();
  }

  /** Those that have a place in a quick run: there, one peer a group is enough. */
  static List<Entrant> quick(List<Entrant> some) {
    return some.stream()
        .filter(entrant -> !entrant.is(Trait.SLOW) && !entrant.is(Trait.FLOOR))
        .filter(
            entrant ->
                !entrant.is(Trait.PEER) || peer(some, entrant.group).equals(Optional.of(entrant)))
        .toList();
  }

  boolean rocksdb() {
    return group == Group.ROCKSDB;
  }

  String mainClass() {
    return "dev.mortise.bench." + type;
  }
}
