package dev.mortise.pipeline.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.InputSummary;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * All that the page shows, as one JSON object. Times are milliseconds since 1970, lengths of time
 * are milliseconds, rates are rows per second unless the name says otherwise.
 */
final class StateJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final int MINUTE = 60;

  /** Counters come a bundle at a time: over less than this, rates jump. */
  private static final int RATE_SECONDS = 5;

  private static final int FATE_SECONDS = 10;

  private final PipelineSpec spec;
  private final RecentRows recent;
  private final GapBuckets buckets;

  StateJson(PipelineSpec spec, RecentRows recent, GapBuckets buckets) {
    this.spec = spec;
    this.recent = recent;
    this.buckets = buckets;
  }

  ObjectNode of(History.View view, List<Standing> standings, long nowMillis) {
    ObjectNode json = NODES.objectNode();
    json.put("name", spec.name());
    json.put("spec", String.valueOf(spec.file().getFileName()));
    json.put("now", nowMillis);
    json.put("says", new Words(spec).of(view, standings, nowMillis));
    bound(json.putObject("bound"));
    ArrayNode inputs = json.putArray("inputs");
    for (JoinSide side : JoinSide.values()) {
      input(inputs.addObject(), side, view, standings, nowMillis);
    }
    ObjectNode minute = json.putObject("minute");
    minute.put("covered_s", view.covered(MINUTE));
    minute.put("pairs", view.grown(sample -> sample.totals().pairs(), MINUTE));
    minute.put("matched", view.grown(Counts.ofBoth(InputSummary::matched), MINUTE));
    minute.put("unmatched", view.grown(Counts.ofBoth(InputSummary::unmatched), MINUTE));
    minute.put("late", view.grown(Counts.ofBoth(InputSummary::late), MINUTE));
    minute.put("dead_letters", view.grown(Counts.ofBoth(InputSummary::deadLetters), MINUTE));
    history(json.putObject("history"), view);
    gaps(json.putObject("gaps"), view);
    recent(json.putObject("recent"), view);
    return json;
  }

  private void bound(ObjectNode json) {
    JoinInterval interval = spec.join().interval();
    json.put("lower", interval.lower().getMillis());
    json.put("upper", interval.upper().getMillis());
    json.put("lower_text", Durations.format(interval.lower()));
    json.put("upper_text", Durations.format(interval.upper()));
  }

  private void input(
      ObjectNode json, JoinSide side, History.View view, List<Standing> standings, long nowMillis) {
    String name = side == JoinSide.LEFT ? spec.join().left() : spec.join().right();
    json.put("name", name);
    json.put("side", side.name().toLowerCase(Locale.ROOT));
    if (!view.isEmpty()) {
      InputSummary totals = Counts.input(view.last(), side);
      json.put("rows_read", totals.rowsRead());
      json.put("matched", totals.matched());
      json.put("late_matched", totals.lateMatched());
      json.put("unmatched", totals.unmatched());
      json.put("late", totals.late());
      json.put("null_key", totals.nullKey());
      json.put("dead_letters", totals.deadLetters());
      json.put("buffered", Math.max(0, totals.buffered()));
      json.put("rate", view.rate(Counts.of(side, InputSummary::rowsRead), RATE_SECONDS));
      put(json, "match_rate_minute", Counts.matchRate(view, side, MINUTE));
      put(json, "match_rate", matchRate(totals));
    }
    watermark(json.putObject("watermark"), InputWatermark.of(name, standings), nowMillis);
  }

  private static OptionalDouble matchRate(InputSummary totals) {
    long decided = Counts.decided(totals);
    return decided > 0
        ? OptionalDouble.of(Math.min(1.0, (double) totals.matched() / decided))
        : OptionalDouble.empty();
  }

  private static void put(ObjectNode json, String name, OptionalDouble value) {
    json.putNull(name);
    value.ifPresent(number -> json.put(name, number));
  }

  private static void watermark(ObjectNode json, InputWatermark watermark, long nowMillis) {
    json.putNull("time");
    json.putNull("lag");
    json.put("ended", watermark.hasEnded());
    if (!watermark.hasEnded()) {
      watermark.time().ifPresent(time -> json.put("time", time.getMillis()));
      watermark.lag(nowMillis).ifPresent(lag -> json.put("lag", lag));
    }
    ArrayNode partitions = json.putArray("partitions");
    String behind = watermark.behind().map(Standing::partition).orElse("");
    for (Standing standing : watermark.partitions()) {
      ObjectNode partition = partitions.addObject();
      partition.put("name", standing.partition());
      partition.putNull("time");
      if (!InputWatermark.isBeginning(standing.watermark())
          && !InputWatermark.isEnd(standing.watermark())) {
        partition.put("time", standing.watermark().getMillis());
      }
      partition.put("silent", Math.max(0, nowMillis - standing.lastRowAt().getMillis()));
      partition.put("backlog", standing.backlog());
      partition.put("idle", standing.idle());
      partition.put("behind", standing.partition().equals(behind));
    }
  }

  private static void history(ObjectNode json, History.View view) {
    ArrayNode times = json.putArray("time");
    view.samples().forEach(sample -> times.add(sample.millis()));
    for (JoinSide side : JoinSide.values()) {
      ObjectNode input = json.putObject(side.name().toLowerCase(Locale.ROOT));
      put(input, "rate", view.perSecond(Counts.of(side, InputSummary::rowsRead), RATE_SECONDS));
      ArrayNode lags = input.putArray("lag");
      ArrayNode buffered = input.putArray("buffered");
      for (Sample sample : view.samples()) {
        InputSummary totals = Counts.input(sample, side);
        lags.add(sample.lags().get(totals.name()));
        buffered.add(Math.max(0, totals.buffered()));
      }
    }
    perMinute(json, "matched", view, Counts.ofBoth(InputSummary::matched));
    perMinute(json, "unmatched", view, Counts.ofBoth(InputSummary::unmatched));
    perMinute(json, "late", view, Counts.ofBoth(InputSummary::late));
  }

  private static void perMinute(
      ObjectNode json, String name, History.View view, ToLongFunction<Sample> count) {
    put(json, name, view.perSecond(count, FATE_SECONDS).stream().map(r -> r * MINUTE).toList());
  }

  private static void put(ObjectNode json, String name, List<Double> values) {
    ArrayNode array = json.putArray(name);
    values.forEach(value -> array.add(Math.round(value * 10) / 10.0));
  }

  /** Of this JVM's own count where the pairs come by here, else of the coarser counters. */
  private void gaps(ObjectNode json, History.View view) {
    GapBins bins = recent.bins();
    boolean here = recent.hasSeen();
    json.put("start", bins.start(0));
    json.put("width", bins.width());
    ArrayNode list = json.putArray("bins");
    int count = view.isEmpty() ? 0 : here ? bins.count() : buckets.buckets().size();
    for (int i = 0; i < count; i++) {
      int at = i;
      ObjectNode bin = list.addObject();
      bin.put("from", here ? bins.start(i) : buckets.buckets().get(i).from());
      bin.put(
          "to", here ? Math.min(bins.upper(), bins.start(i + 1L)) : buckets.buckets().get(i).to());
      bin.put("pairs", view.grown(s -> here ? s.gaps().get(at) : s.bucketedGaps().get(at), MINUTE));
    }
  }

  private void recent(ObjectNode json, History.View view) {
    boolean elsewhere =
        !recent.hasSeen()
            && !view.isEmpty()
            && Counts.ofBoth(Counts::decided).applyAsLong(view.last()) > 0;
    json.put("here", !elsewhere);
    lines(json.putArray("pairs"), Kind.PAIRS);
    lines(json.putArray("unmatched"), Kind.UNMATCHED);
    lines(json.putArray("late"), Kind.LATE);
  }

  private void lines(ArrayNode json, Kind kind) {
    for (String line : recent.lines(kind)) {
      try {
        json.add(JSON.readTree(line));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
