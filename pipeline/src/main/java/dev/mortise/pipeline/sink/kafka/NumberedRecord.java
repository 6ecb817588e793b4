package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/**
 * A record that waits for its transaction.
 *
 * @param number counts the records of a producer, from 1
 */
record NumberedRecord(long number, OutputRecord row) {

  /** Encodes them; the version is that of the row's coder. */
  static final class NumberedCoder extends AtomicCoder<NumberedRecord> {
    private static final long serialVersionUID = 1L;
    private static final OutputRecord.RecordCoder ROWS = new OutputRecord.RecordCoder();

    @Override
    public void encode(NumberedRecord value, OutputStream out) throws IOException {
      VarInt.encode(value.number(), out);
      ROWS.encode(value.row(), out);
    }

    @Override
    public NumberedRecord decode(InputStream in) throws IOException {
      long number = VarInt.decodeLong(in);
      return new NumberedRecord(number, ROWS.decode(in));
    }
  }
}
