package dev.mortise.pipeline.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;

/** Encodes a {@link RecordBlock}. */
public final class RecordBlockCoder extends AtomicCoder<RecordBlock> {
  private static final long serialVersionUID = 1L;
  private static final RecordBlockCoder INSTANCE = new RecordBlockCoder();

  private RecordBlockCoder() {}

  public static RecordBlockCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(RecordBlock block, OutputStream out) throws IOException {
    Text.writeInt(block.records().size(), out);
    for (RawRecord record : block.records()) {
      Text.writeNullable(record.input(), out);
      Text.write(record.position(), out);
      Text.write(record.text(), out);
      Text.writeNullable(record.raw(), out);
      Text.writeNullable(record.error(), out);
    }
  }

  @Override
  public RecordBlock decode(InputStream in) throws IOException {
    int count = Text.readInt(in);
    List<RawRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      records.add(
          new RawRecord(
              Text.readNullable(in),
              Text.read(in),
              Text.read(in),
              Text.readNullable(in),
              Text.readNullable(in)));
    }
    return new RecordBlock(records);
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
