package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.DeadLetterCoder;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;

/**
 * The records of a script that belong to none of its inputs, as dead letters: lines that can't be
 * read, name no input or one that the spec lacks, or hold a watermark that can't be.
 */
public final class StrayRecords
    extends PTransform<PCollection<RecordBlock>, PCollection<DeadLetter>> {
  private static final long serialVersionUID = 1L;

  private final Set<String> inputs;

  private StrayRecords(Collection<String> inputs) {
    this.inputs = new HashSet<>(inputs);
  }

  /**
   * Takes the records that belong to none of these inputs.
   *
   * @param inputs the inputs of the spec that name the script
   */
  public static StrayRecords besides(Collection<String> inputs) {
    return new StrayRecords(inputs);
  }

  @Override
  public PCollection<DeadLetter> expand(PCollection<RecordBlock> blocks) {
    return blocks
        .apply("TakeStrayRecords", ParDo.of(new TakeStrayRecordsFn(inputs)))
        .setCoder(DeadLetterCoder.of());
  }

  private static final class TakeStrayRecordsFn extends DoFn<RecordBlock, DeadLetter> {
    private static final long serialVersionUID = 1L;

    private final Set<String> inputs;

    TakeStrayRecordsFn(Set<String> inputs) {
      this.inputs = inputs;
    }

    @ProcessElement
    public void process(@Element RecordBlock block, OutputReceiver<DeadLetter> output) {
      for (RawRecord record : block.records()) {
        String input = record.input();
        if (input == null || !inputs.contains(input)) {
          InputMetrics.strayDeadLetters().inc();
          output.output(ParseRowsFn.deadLetter(record, record.error()));
        }
      }
    }
  }
}
