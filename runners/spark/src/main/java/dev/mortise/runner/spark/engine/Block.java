package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.PartitionState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.util.VarInt;
import org.apache.beam.sdk.values.WindowedValue;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of a step gives in one batch: the elements of each output, and the state
 * behind the batch. Live as long as it stays in a process; its coders encode it if it must move.
 */
final class Block implements Serializable {
  private static final long serialVersionUID = 1L;

  private final transient List<Coder<WindowedValue<Object>>> coders;
  private final transient List<List<WindowedValue<Object>>> outputs;
  private final transient @Nullable PartitionState state;
  private final transient @Nullable SplitPlan read;

  /**
   * @param coders of the outputs
   * @param read what was read, if it is a block of a source
   */
  Block(
      List<Coder<WindowedValue<Object>>> coders,
      List<List<WindowedValue<Object>>> outputs,
      @Nullable PartitionState state,
      @Nullable SplitPlan read) {
    this.coders = coders;
    this.outputs = outputs;
    this.state = state;
    this.read = read;
  }

  List<WindowedValue<Object>> output(int index) {
    return outputs.get(index);
  }

  int outputs() {
    return outputs.size();
  }

  PartitionState state() {
    if (state == null) {
      throw new IllegalStateException("Block: only a keyed step's block has state.");
    }
    return state;
  }

  SplitPlan read() {
    if (read == null) {
      throw new IllegalStateException("Block: only a source's block says what was read.");
    }
    return read;
  }

  private Object writeReplace() throws ObjectStreamException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      for (int i = 0; i < outputs.size(); i++) {
        VarInt.encode(outputs.get(i).size(), bytes);
        for (WindowedValue<Object> element : outputs.get(i)) {
          coders.get(i).encode(element, bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Encoded(new ArrayList<>(coders), bytes.toByteArray(), state, read);
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("Block travels as Encoded.");
  }

  @SuppressWarnings("ArrayRecordComponent") // Bytes that nobody changes.
  private record Encoded(
      ArrayList<Coder<WindowedValue<Object>>> coders,
      byte[] elements,
      @Nullable PartitionState state,
      @Nullable SplitPlan read)
      implements Serializable {

    private Object readResolve() throws ObjectStreamException {
      ByteArrayInputStream in = new ByteArrayInputStream(elements);
      List<List<WindowedValue<Object>>> outputs = new ArrayList<>();
      try {
        for (Coder<WindowedValue<Object>> coder : coders) {
          List<WindowedValue<Object>> output = new ArrayList<>();
          for (int left = VarInt.decodeInt(in); left > 0; left--) {
            output.add(coder.decode(in));
          }
          outputs.add(output);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Block(coders, outputs, state, read);
    }
  }
}
