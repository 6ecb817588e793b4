package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.SerializableUtils;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class WindowSpecTest {
  private static final Instant END = GlobalWindow.INSTANCE.maxTimestamp();

  @Test
  void fixedAndSlidingWindows_areTheOnesThatHoldTheRow_alsoBefore1970() throws Exception {
    Random random = new Random(11);
    for (int i = 0; i < 2_000; i++) {
      long size = 1L + random.nextInt(40);
      long every = 1L + random.nextInt((int) size);
      long offset = random.nextInt((int) every);
      WindowSpec spec = WindowSpec.sliding(ms(size), ms(every)).withOffset(ms(offset));
      long time = random.nextInt(400) - 200L;
      List<IntervalWindow> expected = new ArrayList<>();
      for (long start = time - size + 1; start <= time; start++) {
        if (Math.floorMod(start - offset, every) == 0) {
          expected.add(new IntervalWindow(at(start), ms(size)));
        }
      }
      assertThat(windowsOf(spec, time))
          .as("%s, time %d, seed 11", spec, time)
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(spec.windows(at(time))).isEqualTo(expected.size());
    }
  }

  @Test
  void from1970On_windowsAreBeams_alsoAtTheEndOfTime() throws Exception {
    WindowSpec fixed = WindowSpec.fixed(ms(7)).withOffset(ms(3));
    FixedWindows beamsFixed = FixedWindows.of(ms(7)).withOffset(ms(3));
    WindowSpec sliding = WindowSpec.sliding(ms(10), ms(4)).withOffset(ms(1));
    SlidingWindows beamsSliding = SlidingWindows.of(ms(10)).every(ms(4)).withOffset(ms(1));
    for (long time = 0; time < 60; time++) {
      List<BoundedWindow> fixedWindow = List.of(beamsFixed.assignWindow(at(time)));
      assertThat(windowsOf(fixed, time)).isEqualTo(fixedWindow);
      List<BoundedWindow> slidingWindows = new ArrayList<>(beamsSliding.assignWindows(at(time)));
      assertThat(windowsOf(sliding, time)).isEqualTo(slidingWindows);
    }
    WindowSpec days = WindowSpec.fixed(Duration.standardDays(30));
    List<BoundedWindow> lastWindow =
        List.of(FixedWindows.of(Duration.standardDays(30)).assignWindow(END));
    assertThat(windowsOf(days, END.getMillis())).isEqualTo(lastWindow);
    assertThat(days.endsInTime(END)).isTrue();
    assertThat(WindowSpec.session(ms(2)).endsInTime(END.minus(ms(1)))).isTrue();
    assertThat(WindowSpec.session(ms(2)).endsInTime(END)).isFalse();
  }

  @Test
  void expiry_isBeamsRule_toTheMillisecond() throws Exception {
    Random random = new Random(12);
    for (int i = 0; i < 2_000; i++) {
      long size = 1L + random.nextInt(20);
      long lateness = random.nextInt(3) * 10L;
      WindowSpec spec =
          (random.nextBoolean()
                  ? WindowSpec.sliding(ms(size), ms(1 + random.nextInt((int) size)))
                  : WindowSpec.session(ms(size)))
              .withAllowedLateness(ms(lateness));
      long time = random.nextInt(60) - 30L;
      long watermark = time + random.nextInt(60) - 10;
      long expected =
          windowsOf(spec, time).stream()
              .filter(window -> window.maxTimestamp().plus(ms(lateness)).isBefore(at(watermark)))
              .count();
      assertThat((long) spec.windowsExpired(at(time), at(watermark)))
          .as("%s, time %d, watermark %d, seed 12", spec, time, watermark)
          .isEqualTo(expected);
    }
    WindowSpec forEver = WindowSpec.fixed(ms(10)).withAllowedLateness(WindowSpec.MAX_DURATION);
    Instant late = END.minus(Duration.standardDays(1));
    assertThat(forEver.windowsExpired(late, END)).isZero();
    assertThat(forEver.windowsExpired(late, END.plus(ms(1)))).isEqualTo(1);
  }

  @SuppressWarnings("unchecked")
  private static List<BoundedWindow> windowsOf(WindowSpec spec, long time) throws Exception {
    WindowFn<Object, BoundedWindow> fn = (WindowFn<Object, BoundedWindow>) spec.windowFn();
    Collection<BoundedWindow> windows =
        fn.assignWindows(
            fn.new AssignContext() {
              @Override
              public Object element() {
                return "";
              }

              @Override
              public Instant timestamp() {
                return at(time);
              }

              @Override
              public BoundedWindow window() {
                return GlobalWindow.INSTANCE;
              }
            });
    return List.copyOf(windows);
  }

  @Test
  void equalSpecs_areEqual_alsoAfterSerialization() {
    for (WindowSpec spec :
        List.of(
            WindowSpec.fixed(ms(10)),
            WindowSpec.fixed(ms(10)).withOffset(ms(1)),
            WindowSpec.fixed(ms(10)).withAllowedLateness(ms(1)),
            WindowSpec.sliding(ms(10), ms(5)),
            WindowSpec.sliding(ms(10), ms(10)),
            WindowSpec.session(ms(10)))) {
      WindowSpec copy = SerializableUtils.clone(spec);
      assertThat(copy).isEqualTo(spec).hasSameHashCodeAs(spec).hasToString(spec.toString());
      assertThat(copy.windowFn()).isEqualTo(spec.windowFn());
      assertThat(copy.windowFn().hashCode()).isEqualTo(spec.windowFn().hashCode());
    }
    assertThat(
            List.of(
                WindowSpec.fixed(ms(10)),
                WindowSpec.fixed(ms(11)),
                WindowSpec.fixed(ms(10)).withOffset(ms(1)),
                WindowSpec.fixed(ms(10)).withAllowedLateness(ms(1)),
                WindowSpec.sliding(ms(10), ms(5)),
                WindowSpec.session(ms(10))))
        .doesNotHaveDuplicates();
  }

  @Test
  void specs_andModes_readAsAUserWritesThem() {
    assertThat(WindowSpec.fixed(Duration.standardMinutes(5))).hasToString("fixed 5m");
    assertThat(
            WindowSpec.sliding(Duration.standardMinutes(10), Duration.standardMinutes(5))
                .withOffset(Duration.standardSeconds(90))
                .withAllowedLateness(Duration.standardHours(25)))
        .hasToString("sliding 10m every 5m offset 1m30s, allowed lateness 1d1h");
    assertThat(WindowSpec.session(ms(1_001))).hasToString("session 1s1ms");
    assertThat(EmitMode.finalOnly()).hasToString("final");
    assertThat(EmitMode.updates(ms(30_000))).hasToString("updates 30s");
    assertThat(EmitMode.earlyAndFinal(ms(500))).hasToString("early_and_final 500ms");
    assertThat(SerializableUtils.clone(EmitMode.finalOnly())).isEqualTo(EmitMode.finalOnly());
    assertThat(EmitMode.updates(ms(1)))
        .isEqualTo(EmitMode.updates(ms(1)))
        .hasSameHashCodeAs(EmitMode.updates(ms(1)))
        .isNotEqualTo(EmitMode.updates(ms(2)))
        .isNotEqualTo(EmitMode.earlyAndFinal(ms(1)));
  }

  @Test
  void whatIsWrong_isSaid() {
    for (long bad : LongStream.of(0, -1, Long.MAX_VALUE).toArray()) {
      assertThatThrownBy(() -> WindowSpec.fixed(ms(bad)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("WindowSpec.fixed: size must be above 0 and at most 3652500d");
      assertThatThrownBy(() -> WindowSpec.session(ms(bad)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("gap must be above 0");
    }
    assertThatThrownBy(() -> WindowSpec.sliding(ms(5), ms(10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("size = 5ms and every = 10ms. Swap them?");
    assertThatThrownBy(() -> WindowSpec.sliding(ms(100_001), ms(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 100,000 windows");
    assertThat(WindowSpec.sliding(ms(100_000), ms(1)).windows(at(0))).isEqualTo(100_000);
    assertThatThrownBy(() -> WindowSpec.session(ms(5)).withOffset(ms(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sessions must have no offset");
    assertThatThrownBy(() -> WindowSpec.sliding(ms(10), ms(5)).withOffset(ms(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("below 5ms");
    assertThatThrownBy(() -> WindowSpec.fixed(ms(10)).withOffset(ms(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 0");
    assertThatThrownBy(() -> WindowSpec.fixed(ms(10)).withAllowedLateness(ms(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lateness must be from 0");
    assertThatThrownBy(() -> EmitMode.updates(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EmitMode.updates: every must be above 0");
    assertThatThrownBy(() -> EmitMode.earlyAndFinal(ms(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EmitMode.earlyAndFinal: every must be above 0");
  }
}
