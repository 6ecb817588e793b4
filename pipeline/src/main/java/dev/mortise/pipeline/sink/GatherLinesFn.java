package dev.mortise.pipeline.sink;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;

/** Gathers the lines of a bundle into pieces of a file, so that few elements go to its writer. */
final class GatherLinesFn extends DoFn<String, KV<Integer, byte[]>> {
  private static final long serialVersionUID = 1L;
  private static final int PIECE_BYTES = 256 << 10;

  private final int shards;
  private transient @Nullable ByteArrayOutputStream piece;

  GatherLinesFn(int shards) {
    this.shards = shards;
  }

  @ProcessElement
  public void process(@Element String line, OutputReceiver<KV<Integer, byte[]>> output) {
    ByteArrayOutputStream bytes = piece;
    if (bytes == null) {
      bytes = new ByteArrayOutputStream();
      piece = bytes;
    }
    bytes.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    bytes.write('\n');
    if (bytes.size() >= PIECE_BYTES) {
      output.output(KV.of(shard(), bytes.toByteArray()));
      piece = null;
    }
  }

  @FinishBundle
  public void finish(FinishBundleContext context) {
    ByteArrayOutputStream bytes = piece;
    piece = null;
    if (bytes != null) {
      context.output(
          KV.of(shard(), bytes.toByteArray()),
          GlobalWindow.INSTANCE.maxTimestamp(),
          GlobalWindow.INSTANCE);
    }
  }

  /** Any will do, as a file's lines have no order. */
  private int shard() {
    return shards == 1 ? 0 : ThreadLocalRandom.current().nextInt(shards);
  }
}
