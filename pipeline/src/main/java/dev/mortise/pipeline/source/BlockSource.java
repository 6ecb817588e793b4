package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.format.RecordBlockCoder;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.options.PipelineOptions;

/** A stream of blocks in an order of its own, and so of one part. */
abstract class BlockSource<M extends CheckpointMark> extends UnboundedSource<RecordBlock, M>
    implements CarriesSignature {
  private static final long serialVersionUID = 1L;

  private final String stateSignature;

  BlockSource(String stateSignature) {
    this.stateSignature = stateSignature;
  }

  @Override
  public final String stateSignature() {
    return stateSignature;
  }

  @Override
  public final List<BlockSource<M>> split(int desiredSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public final Coder<RecordBlock> getOutputCoder() {
    return RecordBlockCoder.of();
  }
}
