package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetterCoder;
import dev.mortise.pipeline.spec.InputSpec;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Fans blocks of an input out into its rows, each at its event time, and its dead letters: what
 * {@link ParseRows} is for records that were not decoded yet, with the same outputs.
 */
final class SpreadRows extends PTransform<PCollection<RowBlock>, PCollectionTuple> {
  private static final long serialVersionUID = 1L;

  private final InputSpec input;

  SpreadRows(InputSpec input) {
    this.input = input;
  }

  @Override
  public PCollectionTuple expand(PCollection<RowBlock> blocks) {
    PCollectionTuple spread =
        blocks.apply(
            "SpreadBlocks",
            ParDo.of(new SpreadRowsFn(input.name()))
                .withOutputTags(ParseRows.ROWS, TupleTagList.of(ParseRows.DEAD_LETTERS)));
    spread.get(ParseRows.ROWS).setRowSchema(RowSchemas.of(input));
    spread.get(ParseRows.DEAD_LETTERS).setCoder(DeadLetterCoder.of());
    return spread;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder.add(DisplayData.item("input", input.name()));
  }
}
