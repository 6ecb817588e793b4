package dev.mortise.runner.spark.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.runners.core.StateNamespace;
import org.apache.beam.runners.core.StateNamespaces;
import org.apache.beam.runners.core.StateTag;
import org.apache.beam.runners.core.StateTags;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.CombiningState;
import org.apache.beam.sdk.state.MapState;
import org.apache.beam.sdk.state.SetState;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.state.WatermarkHoldState;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.util.SerializableUtils;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** State and timers that go from batch to batch, without Spark. */
class KeyedStateTest {
  private static final StateFormat FORMAT = new StateFormat(GlobalWindow.Coder.INSTANCE, true);
  private static final StateNamespace GLOBAL =
      StateNamespaces.window(GlobalWindow.Coder.INSTANCE, GlobalWindow.INSTANCE);
  private static final StateTag<ValueState<List<String>>> VALUE =
      StateTags.value("value", ListCoder.of(StringUtf8Coder.of()));
  private static final StateTag<BagState<String>> BAG = StateTags.bag("bag", StringUtf8Coder.of());
  private static final StateTag<SetState<String>> SET = StateTags.set("set", StringUtf8Coder.of());
  private static final StateTag<MapState<String, List<String>>> MAP =
      StateTags.map("map", StringUtf8Coder.of(), ListCoder.of(StringUtf8Coder.of()));
  private static final StateTag<CombiningState<Integer, int[], Integer>> SUM =
      StateTags.combiningValueFromInputInternal("sum", VarIntCoder.of(), Sum.ofIntegers());
  private static final StateTag<WatermarkHoldState> HOLD =
      StateTags.watermarkStateInternal("hold", TimestampCombiner.EARLIEST);

  private final KeyStateInternals state = new KeyStateInternals();
  private final KeyTimers timers = new KeyTimers();

  private static KeyBytes key(String text) {
    return new KeyBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What a batch makes of the state behind the one before, for one key. */
  private PartitionState batch(
      PartitionState before, String key, Consumer<KeyStateInternals> work) {
    PartitionState.Update update = before.update();
    update.open(key(key), key, state, timers);
    work.accept(state);
    update.commit(key(key), state, timers);
    return update.finish();
  }

  private PartitionState filled() {
    return batch(
        PartitionState.empty(FORMAT),
        "a",
        cells -> {
          cells.state(GLOBAL, VALUE).write(new ArrayList<>(List.of("v")));
          cells.state(GLOBAL, BAG).add("x");
          cells.state(GLOBAL, BAG).add("y");
          cells.state(GLOBAL, SET).add("s");
          cells.state(GLOBAL, MAP).put("k", new ArrayList<>(List.of("m")));
          cells.state(GLOBAL, SUM).add(3);
          cells.state(GLOBAL, HOLD).add(Instant.ofEpochMilli(-7));
          timers.setTimer(
              GLOBAL,
              "t",
              "",
              Instant.ofEpochMilli(50),
              Instant.ofEpochMilli(40),
              TimeDomain.EVENT_TIME);
          timers.setTimer(
              GLOBAL,
              "p",
              "",
              Instant.ofEpochMilli(60),
              Instant.ofEpochMilli(45),
              TimeDomain.PROCESSING_TIME);
        });
  }

  private String read(PartitionState from) {
    StringBuilder all = new StringBuilder();
    batch(
        from,
        "a",
        cells ->
            all.append(cells.state(GLOBAL, VALUE).read())
                .append(cells.state(GLOBAL, BAG).read())
                .append(cells.state(GLOBAL, SET).read())
                .append(cells.state(GLOBAL, MAP).get("k").read())
                .append(cells.state(GLOBAL, SUM).read())
                .append(cells.state(GLOBAL, HOLD).read().getMillis()));
    return all.toString();
  }

  private static final String FILLED = "[v][x, y][s][m]3-7";

  @Test
  void whatUserCodeDoesToItsValues_leavesTheStateOfTheBatchBeforeAsItWas() {
    PartitionState before = filled();
    PartitionState after =
        batch(
            before,
            "a",
            cells -> {
              List<String> value = cells.state(GLOBAL, VALUE).read();
              value.add("changed");
              cells.state(GLOBAL, VALUE).write(value);
              cells.state(GLOBAL, BAG).add("z");
              cells.state(GLOBAL, SET).add("t");
              cells.state(GLOBAL, MAP).get("k").read().add("changed");
              cells.state(GLOBAL, SUM).add(4);
              cells.state(GLOBAL, HOLD).clear();
              cells.state(GLOBAL, HOLD).add(Instant.ofEpochMilli(1));
            });

    assertThat(read(before)).isEqualTo(FILLED);
    assertThat(read(after)).isEqualTo("[v, changed][x, y, z][s, t][m]71");
  }

  @Test
  void stateIsTheSame_throughAFile_andThroughAnotherProcess() throws IOException {
    PartitionState before = filled();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FORMAT.write(before, bytes);
    PartitionState fromFile = FORMAT.read(new ByteArrayInputStream(bytes.toByteArray()));
    PartitionState sent = SerializableUtils.clone(fromFile);

    for (PartitionState copy : List.of(before, fromFile, sent)) {
      assertThat(read(copy)).isEqualTo(FILLED);
      assertThat(copy.size()).isEqualTo(1);
      assertThat(copy.nextEvent()).isEqualTo(50);
      assertThat(copy.nextProcessing()).isEqualTo(60);
      assertThat(copy.hold()).isEqualTo(-7);
    }
  }

  @Test
  void stateOfALaterRelease_isRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FORMAT.write(filled(), bytes);
    byte[] later = bytes.toByteArray();
    later[4] = 9;

    assertThatThrownBy(() -> FORMAT.read(new ByteArrayInputStream(later)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("state must be of version 1, but is of 9");
  }

  @Test
  void aKeyWithoutStateAndTimers_isGone() {
    PartitionState empty =
        batch(
            filled(),
            "a",
            cells -> {
              cells.state(GLOBAL, VALUE).clear();
              cells.state(GLOBAL, BAG).clear();
              cells.state(GLOBAL, SET).remove("s");
              cells.state(GLOBAL, MAP).remove("k");
              cells.state(GLOBAL, SUM).clear();
              cells.state(GLOBAL, HOLD).clear();
              timers.deleteTimer(GLOBAL, "t", "", TimeDomain.EVENT_TIME);
              timers.deleteTimer(GLOBAL, "p", "", TimeDomain.PROCESSING_TIME);
            });

    assertThat(empty.size()).isZero();
    assertThat(empty.nextEvent()).isEqualTo(PartitionState.NONE);
    assertThat(empty.hold()).isEqualTo(PartitionState.NONE);
  }

  @Test
  void timersFire_whenTheirTimeIsPassed_theEarliestFirst_andOnlyAsLastSet() {
    List<String> fired = new ArrayList<>();
    batch(
        PartitionState.empty(FORMAT),
        "a",
        cells -> {
          set("late", 30);
          set("early", 10);
          set("moved", 5);
          set("moved", 25);
          timers.setTimes(Instant.ofEpochMilli(30), Instant.EPOCH, Instant.EPOCH);
          for (TimerData timer = timers.pollEventTimer();
              timer != null;
              timer = timers.pollEventTimer()) {
            fired.add(timer.getTimerId());
            if (timer.getTimerId().equals("early")) {
              set("again", 12);
            }
          }
        });

    assertThat(fired).containsExactly("early", "again", "moved");
  }

  private void set(String id, long time) {
    timers.setTimer(
        GLOBAL,
        id,
        "",
        Instant.ofEpochMilli(time),
        Instant.ofEpochMilli(time),
        TimeDomain.EVENT_TIME);
  }

  @Test
  void keysThatAreDue_comeInTheOrderOfTheirTimers() {
    PartitionState all = PartitionState.empty(FORMAT);
    all = batch(all, "b", cells -> set("t", 20));
    all = batch(all, "a", cells -> set("t", 20));
    all = batch(all, "c", cells -> set("t", 10));
    all = batch(all, "d", cells -> set("t", 40));

    assertThat(all.due(Instant.ofEpochMilli(40), Instant.EPOCH))
        .containsExactly(key("c"), key("a"), key("b"));
    assertThat(all.due(Instant.ofEpochMilli(10), Instant.EPOCH)).isEmpty();
  }

  @Test
  void theSameIdForTwoKindsOfState_isAnError() {
    PartitionState before = filled();
    StateTag<BagState<String>> other = StateTags.bag("value", StringUtf8Coder.of());

    assertThatThrownBy(() -> batch(before, "a", cells -> cells.state(GLOBAL, other).read()))
        .hasMessageContaining("one id must be of one kind of state");
  }
}
