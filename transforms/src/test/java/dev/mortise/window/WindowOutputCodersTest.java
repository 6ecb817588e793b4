package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;

class WindowOutputCodersTest {
  @Test
  void outputs_comeBackAsTheyWere() throws Exception {
    Coder<WindowPane<String, Integer>> panes =
        new WindowPaneCoder<>(NullableCoder.of(StringUtf8Coder.of()), VarIntCoder.of());
    for (Timing timing : Timing.values()) {
      CoderProperties.coderDecodeEncodeEqual(
          panes, new WindowPane<>("k", at(-10), at(0), 42, timing, 7, timing == Timing.LATE));
    }
    CoderProperties.coderSerializable(panes);
    panes.verifyDeterministic();
    Coder<TooLateRow<String, Integer>> tooLate =
        new TooLateRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of());
    CoderProperties.coderDecodeEncodeEqual(tooLate, new TooLateRow<>("k", 42, at(-10), at(99), 3));
    CoderProperties.coderSerializable(tooLate);
    tooLate.verifyDeterministic();
  }

  @Test
  void bytes_stayAsTheyAre() throws Exception {
    assertThat(
            hex(
                new WindowPaneCoder<>(StringUtf8Coder.of(), VarIntCoder.of()),
                new WindowPane<>("k", at(0), at(10), 3, Timing.ON_TIME, 1, true)))
        .isEqualTo("01016b8000000000000000800000000000000a030101");
    assertThat(
            hex(
                new TooLateRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of()),
                new TooLateRow<>("k", 3, at(1), at(20), 2)))
        .isEqualTo("016b038000000000000001800000000000001402");
  }

  private static <T> String hex(Coder<T> coder, T value) throws Exception {
    return HexFormat.of().formatHex(CoderUtils.encodeToByteArray(coder, value));
  }
}
