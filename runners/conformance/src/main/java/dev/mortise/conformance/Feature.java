package dev.mortise.conformance;

/** A row of the capability table. */
public enum Feature {
  JOIN_TYPES("`inner`, `left`, `right` and `full` joins"),
  BOUNDS("every kind of bound, 1 ms to each side of its ends"),
  EXPIRY("rows wait until the watermark passes their expiry, to the millisecond"),
  LATENESS("`allowed_lateness`"),
  LATE_JOIN("`late: join`"),
  LATE_DIVERT("`late: divert`"),
  KEYS("keys of one and several fields, null keys, ties"),
  STREAMS("silent and ended inputs, keys that return, times before 1970"),
  DEAD_LETTERS("unreadable records become dead letters"),
  PEERS_CASES("the 24 cases from the test suites of Flink, Spark and Kafka Streams"),
  WINDOWS("windows downstream count pairs and unmatched rows on time"),
  SPEC_WINDOWS("`windows` of every kind in every emit mode ([table](docs/windows.md))"),
  LATE_WINDOWS("`windows` with late rows: corrections within the lateness, `late` beyond it"),
  SCRIPT("`script`: each row meets the watermark that its script says"),
  FILES("`files`"),
  REPLAY("`files` with `replay`"),
  PARALLELISM("the same rows with every parallelism and order of arrival"),
  MIRROR("swapped sides give mirrored rows"),
  SUMMARY("the summary accounts for every row"),
  RANDOM_SCRIPTS("1,000 random scenarios a script, with late rows, agree with an oracle"),
  LARGE_STREAMS("100,000 random rows a side agree with an oracle"),
  PEERS("the runner's own join gives the same rows where it promises to"),
  CLUSTER("runs on a cluster of several JVMs, submitted with the runner's own command"),
  RESUME("stops and goes on from its state: nothing lost, nothing twice"),
  CHANGED_SPEC("refuses to go on with a spec that its state does not fit"),
  KILLED_WORKER("a killed worker: every row in the files exactly once"),
  KILLED_DRIVER("a killed JobManager or driver, resumed: every row in the files exactly once"),
  TOPIC_OUTPUTS("from Kafka topics into Kafka topics: every row once, if nothing is killed"),
  TOPICS_KEPT(
      "killed workers, drivers, JobManagers and brokers: the newest record of each key is every row"
          + " exactly once"),
  TOPICS_ONCE(
      "the same, for streams without an end: every row is committed to its topic exactly once"),
  ROCKSDB("state in RocksDB");

  private final String label;

  Feature(String label) {
    this.label = label;
  }

  /** What the table calls it. */
  public String label() {
    return label;
  }
}
