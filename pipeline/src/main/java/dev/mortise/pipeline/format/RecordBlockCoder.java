package dev.mortise.pipeline.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;

/** Encodes a {@link RecordBlock}. */
public final class RecordBlockCoder extends AtomicCoder<RecordBlock> {
  private static final long serialVersionUID = 1L;
  private static final RecordBlockCoder INSTANCE = new RecordBlockCoder();

  private static final int TEXT = 0;
  private static final int NEW_SCHEMA = 1;
  private static final int SAME_SCHEMA = 2;
  private static final ByteArrayCoder BYTES = ByteArrayCoder.of();

  private RecordBlockCoder() {}

  public static RecordBlockCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(RecordBlock block, OutputStream out) throws IOException {
    Text.writeInt(block.records().size(), out);
    String schema = null;
    for (RawRecord record : block.records()) {
      Text.writeNullable(record.input(), out);
      Text.write(record.position(), out);
      Text.write(record.text(), out);
      Text.writeNullable(record.raw(), out);
      Text.writeNullable(record.error(), out);
      AvroDatum avro = record.avro();
      if (avro == null) {
        out.write(TEXT);
        continue;
      }
      if (avro.schema().equals(schema)) {
        out.write(SAME_SCHEMA);
      } else {
        out.write(NEW_SCHEMA);
        schema = avro.schema();
        Text.write(schema, out);
      }
      BYTES.encode(avro.bytes(), out);
    }
  }

  @Override
  public RecordBlock decode(InputStream in) throws IOException {
    int count = Text.readInt(in);
    List<RawRecord> records = new ArrayList<>(count);
    String schema = null;
    for (int i = 0; i < count; i++) {
      String input = Text.readNullable(in);
      String position = Text.read(in);
      String text = Text.read(in);
      String raw = Text.readNullable(in);
      String error = Text.readNullable(in);
      int kind = in.read();
      AvroDatum avro = null;
      if (kind != TEXT) {
        // One instance for all records, so that who reads them finds it at a glance.
        schema = kind == NEW_SCHEMA || schema == null ? Text.read(in) : schema;
        avro = new AvroDatum(schema, BYTES.decode(in));
      }
      records.add(new RawRecord(input, position, text, raw, error, avro));
    }
    return new RecordBlock(records);
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
