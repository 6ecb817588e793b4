package dev.mortise.bench.spark;

import dev.mortise.bench.Generator;
import dev.mortise.bench.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * One side of a workload as a source of Spark's streams, read a number of blocks a batch. Behind
 * the last block comes a row far in the future, which matches nothing: Spark's watermark knows no
 * end of a stream, and without it the last unmatched rows would never come out.
 */
public final class RowsTable implements TableProvider {
  static final String WORKLOAD = "workload";
  static final String BLOCKS = "blocks";
  static final String BLOCKS_PER_BATCH = "blocksPerBatch";
  static final String LEFT = "left";

  private static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType, false)
          .add("key", DataTypes.LongType, false)
          .add("t", DataTypes.TimestampType, false)
          .add("payload", DataTypes.BinaryType, false);

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return SCHEMA;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    Workload workload =
        Workload.named(String.valueOf(properties.get(WORKLOAD)))
            .ofBlocks(Integer.parseInt(String.valueOf(properties.get(BLOCKS))));
    return new Side(
        workload,
        Boolean.parseBoolean(properties.get(LEFT)),
        Integer.parseInt(String.valueOf(properties.get(BLOCKS_PER_BATCH))));
  }

  private record Side(Workload workload, boolean left, int perBatch)
      implements Table, SupportsRead, ScanBuilder, Scan {
    @Override
    @SuppressWarnings("deprecation") // Its successor has a default that calls this one.
    public StructType schema() {
      return SCHEMA;
    }

    @Override
    public String name() {
      return "rows";
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.MICRO_BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return this;
    }

    @Override
    public Scan build() {
      return this;
    }

    @Override
    public StructType readSchema() {
      return SCHEMA;
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpoint) {
      return new Stream(this);
    }
  }

  private static final class At extends Offset {
    private final long block;

    At(long block) {
      this.block = block;
    }

    @Override
    public String json() {
      return String.valueOf(block);
    }
  }

  private static final class Stream implements MicroBatchStream, SupportsTriggerAvailableNow {
    private final Side side;

    Stream(Side side) {
      this.side = side;
    }

    @Override
    public void prepareForTriggerAvailableNow() {
      // All of it is available from the start.
    }

    @Override
    public Offset latestOffset(Offset start, ReadLimit limit) {
      long from = ((At) start).block;
      return new At(Math.min(side.workload().blocks() + 1L, from + side.perBatch()));
    }

    @Override
    public Offset latestOffset() {
      throw new UnsupportedOperationException("Asked for with a limit only.");
    }

    @Override
    public InputPartition[] planInputPartitions(Offset start, Offset end) {
      List<Part> parts = new ArrayList<>();
      long from = ((At) start).block;
      long to = ((At) end).block;
      for (int i = 0; i < OnBeam.CORES; i++) {
        long first = from + (to - from) * i / OnBeam.CORES;
        long last = from + (to - from) * (i + 1) / OnBeam.CORES;
        parts.add(new Part(side.workload(), side.left(), first, last));
      }
      return parts.toArray(new InputPartition[0]);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return part -> new Reader((Part) part);
    }

    @Override
    public Offset initialOffset() {
      return new At(0);
    }

    @Override
    public Offset deserializeOffset(String json) {
      return new At(Long.parseLong(json));
    }

    @Override
    public void commit(Offset end) {
      // Nobody keeps what was read.
    }

    @Override
    public void stop() {
      // Holds nothing.
    }
  }

  private record Part(Workload workload, boolean left, long first, long end)
      implements InputPartition {}

  private static final class Reader implements PartitionReader<InternalRow> {
    private static final long MICROS = 1_000;
    private final Part part;
    private final Generator generator;
    private final List<InternalRow> rows = new ArrayList<>();
    private long block;
    private int at;
    private @Nullable InternalRow current;

    Reader(Part part) {
      this.part = part;
      this.generator = new Generator(part.workload());
      this.block = part.first();
    }

    @Override
    public boolean next() {
      while (at == rows.size()) {
        if (block >= part.end()) {
          return false;
        }
        rows.clear();
        at = 0;
        if (block == part.workload().blocks()) {
          block++;
          rows.add(farAhead());
          continue;
        }
        generator.block(
            block++,
            (left, event) -> {
              if (left == part.left()) {
                rows.add(
                    new GenericInternalRow(
                        new Object[] {event.id, event.key, event.time * MICROS, event.payload}));
              }
            });
      }
      current = rows.get(at++);
      return true;
    }

    private InternalRow farAhead() {
      Workload workload = part.workload();
      long time =
          workload.startOf(workload.blocks())
              + 2 * workload.lagMillis()
              + 2 * Math.abs(workload.lowerMillis())
              + 2 * Math.abs(workload.upperMillis());
      long key = part.left() ? Long.MIN_VALUE : Long.MAX_VALUE;
      return new GenericInternalRow(new Object[] {-1L, key, time * MICROS, new byte[0]});
    }

    @Override
    public InternalRow get() {
      InternalRow row = current;
      if (row == null) {
        throw new IllegalStateException();
      }
      return row;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
