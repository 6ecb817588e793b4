package dev.mortise.pipeline.sink;

import dev.mortise.pipeline.spec.FileOutput;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PDone;
import org.joda.time.Duration;

/**
 * Writes lines of text to the files of an output, every line once.
 *
 * <ul>
 *   <li>A bounded output is {@code PATH-SSSSS-of-NNNNN.jsonl}, all NNNNN of them, empty ones too.
 *   <li>An unbounded one is {@code PATH-part-PPPPP-SSSSS-of-NNNNN.jsonl}: each shard finishes a
 *       file and begins the next ten seconds of processing time after its first line, or when it
 *       has 128 MiB. At the end of the stream the rest is written. No lines, no file.
 * </ul>
 *
 * <p>Windows, panes and lateness of the lines play no part: a line behind the watermark is written
 * as any other. While a file is being written it is hidden and does not end in {@code .jsonl}; it
 * gets its name by a rename. Nothing else is left behind, except by a run that is cut off: see
 * {@link OldResults#clear}.
 *
 * <p>Not Beam's own file sinks, for two reasons, read in the sources of 2.70.0. They group all
 * lines of a shard before they write them, and the Direct runner holds such a group in memory and
 * copies it for each bundle that adds to it, of which there is one per key behind a join. And for
 * streams they leave their folder of temporary files behind. Here the only state of a shard is the
 * length of its file, and lines are written at that length, so that work which is done again
 * overwrites itself.
 */
public final class JsonLinesFiles extends PTransform<PCollection<String>, PDone> {
  private static final long serialVersionUID = 1L;
  private static final Duration ROLL_AFTER = Duration.standardSeconds(10);

  private final FileOutput output;
  private final int shards;

  private JsonLinesFiles(FileOutput output, int shards) {
    this.output = output;
    this.shards = shards;
  }

  /** Writes to the files of {@code output}, one at a time. */
  public static JsonLinesFiles to(FileOutput output) {
    return new JsonLinesFiles(output, 1);
  }

  /**
   * Writes so many files at a time.
   *
   * @throws IllegalArgumentException if not positive
   */
  public JsonLinesFiles withShards(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "JsonLinesFiles.withShards: must be at least 1, but count = " + count + ".");
    }
    return new JsonLinesFiles(output, count);
  }

  @Override
  public PDone expand(PCollection<String> lines) {
    FileNames names = new FileNames(output, shards);
    KvCoder<Integer, byte[]> coder = KvCoder.of(VarIntCoder.of(), ByteArrayCoder.of());
    PCollection<KV<Integer, byte[]>> pieces =
        lines
            .apply(
                "IntoGlobalWindow",
                Window.<String>into(new GlobalWindows())
                    .triggering(DefaultTrigger.of())
                    .withAllowedLateness(Duration.ZERO)
                    .discardingFiredPanes())
            .apply("GatherLines", ParDo.of(new GatherLinesFn(shards)))
            .setCoder(coder);
    if (lines.isBounded() == IsBounded.UNBOUNDED) {
      pieces.apply("WriteParts", ParDo.of(new WritePartsFn(names, ROLL_AFTER)));
    } else {
      PCollectionList.of(pieces)
          .and(lines.getPipeline().apply("StartFiles", Create.of(emptyPieces()).withCoder(coder)))
          .apply("WithEmptyFiles", Flatten.pCollections())
          .apply("WriteFiles", ParDo.of(new WriteWholeFn(names)));
    }
    return PDone.in(lines.getPipeline());
  }

  /** A bounded output has all of its files, also those that no line falls to. */
  private List<KV<Integer, byte[]>> emptyPieces() {
    List<KV<Integer, byte[]>> pieces = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      pieces.add(KV.of(shard, new byte[0]));
    }
    return pieces;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("output", output.name()))
        .add(DisplayData.item("path", output.path()))
        .add(DisplayData.item("shards", shards));
  }
}
