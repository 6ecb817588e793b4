package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Turns an input's records into rows with their event time as timestamp, and into dead letters.
 * Records of other inputs in the same block are left alone.
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
    throw new UnsupportedOperationException("stub " + input.name());
  }
}
