package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.DeadLetterCoder;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Turns an input's records into rows of {@link RowSchemas#of} with their event time as timestamp,
 * and into dead letters with the timestamp of their block. Records of other inputs in the same
 * block are left alone. Every record ends in exactly one of the two outputs, and both have their
 * coders.
 */
public final class ParseRows extends PTransform<PCollection<RecordBlock>, PCollectionTuple> {
  private static final long serialVersionUID = 1L;

  public static final TupleTag<Row> ROWS = new TupleTag<>("rows");
  public static final TupleTag<DeadLetter> DEAD_LETTERS = new TupleTag<>("dead_letters");

  private final InputSpec input;

  private ParseRows(InputSpec input) {
    this.input = input;
  }

  /** Parses the records of one input. */
  public static ParseRows of(InputSpec input) {
    return new ParseRows(input);
  }

  @Override
  public PCollectionTuple expand(PCollection<RecordBlock> blocks) {
    PCollectionTuple parsed =
        blocks.apply(
            "ParseRecords",
            ParDo.of(new ParseRowsFn(input)).withOutputTags(ROWS, TupleTagList.of(DEAD_LETTERS)));
    parsed.get(ROWS).setRowSchema(RowSchemas.of(input));
    parsed.get(DEAD_LETTERS).setCoder(DeadLetterCoder.of());
    return parsed;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("input", input.name()))
        .add(DisplayData.item("eventTime", input.eventTime()))
        .add(DisplayData.item("keepUnknownFields", input.keepUnknownFields()));
  }
}
