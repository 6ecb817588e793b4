package dev.mortise.runner.spark.engine.state;

import dev.mortise.coder.VersionedCoder;
import java.util.Set;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.BigEndianIntegerCoder;
import org.apache.beam.sdk.coders.BigEndianLongCoder;
import org.apache.beam.sdk.coders.BigIntegerCoder;
import org.apache.beam.sdk.coders.BooleanCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.DurationCoder;
import org.apache.beam.sdk.coders.FloatCoder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * Which values may be handed to user code as they are. A value that its code could change is copied
 * first: the state of the batch before must stay what it was, because a lost block is computed
 * again from it.
 */
final class Immutables {
  private static final Set<Class<?>> CODERS =
      Set.of(
          BigDecimalCoder.class,
          BigEndianIntegerCoder.class,
          BigEndianLongCoder.class,
          BigIntegerCoder.class,
          BooleanCoder.class,
          DoubleCoder.class,
          DurationCoder.class,
          FloatCoder.class,
          InstantCoder.class,
          StringUtf8Coder.class,
          VarIntCoder.class,
          VarLongCoder.class,
          VoidCoder.class);

  private Immutables() {}

  static boolean areOf(Coder<?> coder) {
    if (coder instanceof KvCoder<?, ?> kv) {
      return areOf(kv.getKeyCoder()) && areOf(kv.getValueCoder());
    }
    if (coder instanceof NullableCoder<?> nullable) {
      return areOf(nullable.getValueCoder());
    }
    // What our own steps keep is never changed: a state's value may be part of a snapshot.
    return coder instanceof VersionedCoder || CODERS.contains(coder.getClass());
  }

  /** A value that may be changed without changing {@code value}. */
  static <T> T mine(Coder<T> coder, T value) {
    if (value == null || areOf(coder)) {
      return value;
    }
    try {
      return CoderUtils.clone(coder, value);
    } catch (CoderException e) {
      throw new IllegalStateException("State: a value cannot be copied by its coder.", e);
    }
  }
}
