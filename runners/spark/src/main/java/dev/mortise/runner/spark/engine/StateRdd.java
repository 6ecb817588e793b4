package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.PartitionState;
import dev.mortise.runner.spark.engine.state.StateFormat;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/**
 * The state of a keyed step behind a batch. A lost partition comes from the block that the batch
 * computes for it or, once it is in a file, from there: then the batches before are forgotten, and
 * the chain of what would have to be computed again stays short.
 */
final class StateRdd extends EngineRdd<PartitionState> {
  private static final long serialVersionUID = 1L;

  private final StateFormat format;
  private final Files files;
  private final transient Part[] parts;
  private transient boolean cut;

  /** Reads a file with the state of a partition. */
  interface Files extends java.io.Serializable {
    PartitionState read(String file, StateFormat format) throws IOException;
  }

  /** State that is in files, or nowhere if there are none: then there are no keys yet. */
  StateRdd(
      SparkContext spark,
      StateFormat format,
      Files files,
      int partitions,
      @Nullable List<String> names) {
    super(spark, PartitionState.class);
    this.format = format;
    this.files = files;
    this.parts = new Part[partitions];
    this.cut = true;
    for (int i = 0; i < partitions; i++) {
      parts[i] = new Part(i, null);
      parts[i].file = names == null ? null : names.get(i);
    }
  }

  /** The state in the blocks of a batch. */
  StateRdd(RDD<Block> blocks, StateFormat format, Files files) {
    super(blocks, PartitionState.class);
    this.format = format;
    this.files = files;
    this.parts = new Part[blocks.getNumPartitions()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new Part(i, blocks);
    }
  }

  private static final class Part extends EnginePart {
    private static final long serialVersionUID = 1L;
    private transient @Nullable RDD<Block> blocks;
    private @Nullable Partition blocksPart;
    private @Nullable String file;

    Part(int index, @Nullable RDD<Block> blocks) {
      super(index);
      this.blocks = blocks;
    }

    /** Like Spark's own: where a block comes from is looked up when a task is sent. */
    private void writeObject(ObjectOutputStream out) throws IOException {
      RDD<Block> from = blocks;
      blocksPart = from == null ? null : from.partitions()[index()];
      out.defaultWriteObject();
    }
  }

  /** From now on the state comes from {@code names}, a file for each partition. */
  void cut(List<String> names) {
    for (Part part : parts) {
      part.file = names.get(part.index());
      part.blocks = null;
      part.blocksPart = null;
    }
    cut = true;
    // What Spark calls when it has checkpointed an RDD: it forgets what this one depends on.
    markCheckpointed();
  }

  @Override
  public Partition[] getPartitions() {
    return parts;
  }

  @Override
  public Seq<Dependency<?>> getDependencies() {
    return cut ? none() : super.getDependencies();
  }

  @Override
  public scala.collection.Iterator<PartitionState> compute(Partition partition, TaskContext task) {
    Part part = (Part) partition;
    String file = part.file;
    if (file != null) {
      try {
        return only(files.read(file, format));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Partition from = part.blocksPart;
    if (from == null) {
      return only(PartitionState.empty(format));
    }
    RDD<Block> blocks = this.<Block>firstParent(tag(Block.class));
    scala.collection.Iterator<Block> block = blocks.iterator(from, task);
    return only(Tasks.only(scala.collection.JavaConverters.asJavaIterator(block)).state());
  }
}
