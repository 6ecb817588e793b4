package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.PartitionState;
import dev.mortise.runner.spark.engine.state.StateFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job's directory, on any file system that Hadoop knows:
 *
 * <pre>{@code
 * job.json              what job it is
 * sources.bin           the splits of its sources
 * plans/NNN.json        what each batch reads, written before it runs
 * snapshots/NNN.json    where the job stood behind a batch, written when its state is
 * state/NNN/S-P         the state behind that batch of step S in partition P
 * }</pre>
 */
final class JobStore implements StateRdd.Files {
  private static final long serialVersionUID = 1L;
  private static final String JOB = "job.json";
  private static final String SOURCES = "sources.bin";
  private static final String PLANS = "plans";
  private static final String SNAPSHOTS = "snapshots";
  private static final String STATE = "state";
  private static final String JSON = ".json";

  private final Storage storage;

  JobStore(String root) {
    this.storage = Storage.at(root);
  }

  /** The job in a directory, or null if there is none. */
  @Nullable JobInfo job() throws IOException {
    byte[] text = read(JOB);
    if (text == null) {
      return null;
    }
    List<Long> snapshots = numbers(SNAPSHOTS);
    boolean finished =
        !snapshots.isEmpty() && snapshot(snapshots.get(snapshots.size() - 1)).finished();
    return JobInfo.fromJson(new String(text, StandardCharsets.UTF_8), finished);
  }

  void begin(JobInfo job, byte[] sources) throws IOException {
    write(SOURCES, sources);
    write(JOB, job.toJson());
  }

  byte[] sources() throws IOException {
    byte[] sources = read(SOURCES);
    if (sources == null) {
      throw new FileNotFoundException("Checkpoint: " + SOURCES + " is missing.");
    }
    return sources;
  }

  void write(BatchPlan plan) throws IOException {
    write(file(PLANS, plan.batch()), plan.toJson());
  }

  /** The plans behind a batch, in order, as far as they follow each other. */
  List<BatchPlan> plansAfter(long batch) throws IOException {
    List<BatchPlan> plans = new ArrayList<>();
    for (long number : numbers(PLANS)) {
      if (number == batch + 1 + plans.size()) {
        byte[] text = read(file(PLANS, number));
        if (text != null) {
          plans.add(BatchPlan.fromJson(new String(text, StandardCharsets.UTF_8)));
        }
      }
    }
    return plans;
  }

  void write(Snapshot snapshot) throws IOException {
    write(file(SNAPSHOTS, snapshot.batch()), snapshot.toJson());
  }

  @Nullable Snapshot newestSnapshot() throws IOException {
    List<Long> all = numbers(SNAPSHOTS);
    return all.isEmpty() ? null : snapshot(all.get(all.size() - 1));
  }

  private Snapshot snapshot(long batch) throws IOException {
    byte[] text = read(file(SNAPSHOTS, batch));
    if (text == null) {
      throw new FileNotFoundException("Checkpoint: snapshot " + batch + " is missing.");
    }
    return Snapshot.fromJson(new String(text, StandardCharsets.UTF_8));
  }

  /** Removes what is older than the last two snapshots. */
  void cleanUp() throws IOException {
    List<Long> snapshots = numbers(SNAPSHOTS);
    if (snapshots.size() <= 2) {
      return;
    }
    long oldest = snapshots.get(snapshots.size() - 2);
    for (long number : numbers(PLANS)) {
      if (number <= oldest) {
        delete(file(PLANS, number));
      }
    }
    for (long number : snapshots) {
      if (number < oldest) {
        delete(file(SNAPSHOTS, number));
      }
    }
    for (long number : numbers(STATE)) {
      if (number < oldest) {
        delete(STATE + "/" + name(number));
      }
    }
  }

  /** Writes the state of a partition and says in which file, below the directory. */
  String write(long batch, int step, int partition, PartitionState state, StateFormat format)
      throws IOException {
    String file = STATE + "/" + name(batch) + "/" + step + "-" + partition;
    storage.write(file, out -> format.write(state, out));
    return file;
  }

  @Override
  public PartitionState read(String file, StateFormat format) throws IOException {
    try (InputStream in = storage.open(file)) {
      if (in == null) {
        throw new FileNotFoundException("Checkpoint: " + file + " is missing.");
      }
      return format.read(in);
    }
  }

  void delete() throws IOException {
    delete("");
  }

  private static String file(String folder, long number) {
    return folder + "/" + name(number) + JSON;
  }

  private static String name(long number) {
    return String.format("%012d", number);
  }

  private List<Long> numbers(String folder) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (String name : storage.list(folder)) {
      String number = name.endsWith(JSON) ? name.substring(0, name.length() - 5) : name;
      if (number.matches("\\d{12}")) {
        numbers.add(Long.valueOf(number));
      }
    }
    numbers.sort(null);
    return numbers;
  }

  private void write(String file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(String file, byte[] bytes) throws IOException {
    storage.write(file, out -> out.write(bytes));
  }

  private byte @Nullable [] read(String file) throws IOException {
    try (InputStream in = storage.open(file)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  private void delete(String file) throws IOException {
    storage.delete(file);
  }
}
