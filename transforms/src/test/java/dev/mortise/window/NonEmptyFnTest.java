package dev.mortise.window;

import static dev.mortise.window.Streams.ms;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.BooleanCoder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.testing.CombineFnTester;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

class NonEmptyFnTest {
  @Test
  void saysWhetherItHasHadARow_howeverRowsAreSpread() throws Exception {
    NonEmptyFn<Integer, ?, Integer> sum = NonEmptyFn.of(Sum.ofIntegers());
    CombineFnTester.testCombineFn(sum, new ArrayList<>(List.of()), KV.of(false, 0));
    CombineFnTester.testCombineFn(sum, new ArrayList<>(List.of(0)), KV.of(true, 0));
    CombineFnTester.testCombineFn(sum, new ArrayList<>(List.of(1, 2, 4)), KV.of(true, 7));
    assertThat(sum.getDefaultOutputCoder(CoderRegistry.createDefault(), VarIntCoder.of()))
        .isEqualTo(KvCoder.of(BooleanCoder.of(), VarIntCoder.of()));
  }

  @Test
  void aResultOfNoRows_isNoPane() {
    Pipeline pipeline = Streams.pipeline();
    PAssert.that(
            pipeline
                .apply(
                    "Results",
                    Create.of(KV.of("k", KV.of(true, 3)), KV.of("k", KV.of(false, 0)))
                        .withCoder(
                            KvCoder.of(
                                StringUtf8Coder.of(),
                                KvCoder.of(BooleanCoder.of(), VarIntCoder.of()))))
                .apply("Window", Window.into(FixedWindows.of(ms(10))))
                .apply("Describe", ParDo.of(new DescribePanes<String, Integer>(false)))
                .setCoder(new WindowPaneCoder<>(StringUtf8Coder.of(), VarIntCoder.of())))
        .satisfies(
            panes -> {
              assertThat(panes).extracting(WindowPane::value).containsExactly(3);
              return null;
            });
    pipeline.run().waitUntilFinish();
  }
}
