package dev.mortise.pipeline.source;

import dev.mortise.join.SidedRow;
import dev.mortise.join.SidedRowCoder;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.DeadLetterCoder;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.Collection;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Turns the records of a script that holds both inputs of a join into rows, in one step, so that
 * they stay in the script's order on every runner: two steps would be two ways, on which rows may
 * overtake each other. Otherwise as {@link ParseRows}; records that belong to no input of the spec
 * are dead letters too.
 */
public final class ParseSides extends PTransform<PCollection<RecordBlock>, PCollectionTuple> {
  private static final long serialVersionUID = 1L;

  public static final TupleTag<SidedRow<Row, Row>> ROWS = new TupleTag<>("rows");
  public static final TupleTag<DeadLetter> DEAD_LETTERS = new TupleTag<>("dead_letters");

  private final InputSpec left;
  private final InputSpec right;
  private final ArrayList<String> inputs;

  private ParseSides(InputSpec left, InputSpec right, Collection<String> inputs) {
    this.left = left;
    this.right = right;
    this.inputs = new ArrayList<>(inputs);
  }

  /**
   * Parses the records of the left and the right input of a spec.
   *
   * @throws IllegalArgumentException if they do not come from a script
   */
  public static ParseSides of(PipelineSpec spec) {
    if (spec.left().from() instanceof SourceSpec.Script script) {
      return new ParseSides(
          spec.left(), spec.right(), InputReads.names(InputReads.inputsOf(spec, script)));
    }
    throw new IllegalArgumentException(
        "ParseSides.of: the inputs must come from a script, but come from "
            + spec.left().from().written()
            + ".");
  }

  @Override
  public PCollectionTuple expand(PCollection<RecordBlock> blocks) {
    PCollectionTuple parsed =
        blocks.apply(
            "ParseRecords",
            ParDo.of(new ParseSidesFn(left, right, inputs))
                .withOutputTags(ROWS, TupleTagList.of(DEAD_LETTERS)));
    parsed
        .get(ROWS)
        .setCoder(
            SidedRowCoder.of(RowCoder.of(RowSchemas.of(left)), RowCoder.of(RowSchemas.of(right))));
    parsed.get(DEAD_LETTERS).setCoder(DeadLetterCoder.of());
    return parsed;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder.add(DisplayData.item("left", left.name())).add(DisplayData.item("right", right.name()));
  }
}
