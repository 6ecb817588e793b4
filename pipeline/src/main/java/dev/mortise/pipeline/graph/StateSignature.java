package dev.mortise.pipeline.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What of a spec a job's state was written with: a job can go on from that state only with the
 * same. Each aspect has the name under which the user knows it, and its value in words.
 *
 * <p>Not part of it, and free to change while state is kept: the bound, its lateness and how late
 * rows are treated, the type of join, and outputs. Of windows, everything is part of it.
 */
public final class StateSignature {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "version";
  private static final String THIS_VERSION = "1";

  private final Map<String, String> aspects;

  private StateSignature(Map<String, String> aspects) {
    this.aspects = aspects;
  }

  /** The signature of the state that a spec's job keeps with these options. */
  public static StateSignature of(PipelineSpec spec, PipelineOptions options) {
    Map<String, String> aspects = new LinkedHashMap<>();
    aspects.put(VERSION, THIS_VERSION);
    aspects.put("join.left", spec.join().left());
    aspects.put("join.right", spec.join().right());
    aspects.put("join.on", key(spec));
    input("left", spec.left(), aspects);
    input("right", spec.right(), aspects);
    spec.windows().values().forEach(window -> window(window, aspects));
    aspects.put("--joinShards", String.valueOf(options.as(JoinOptions.class).getJoinShards()));
    return new StateSignature(aspects);
  }

  private static String key(PipelineSpec spec) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < spec.join().leftKey().size(); i++) {
      String left = spec.join().leftKey().get(i);
      String right = spec.join().rightKey().get(i);
      String names = left.equals(right) ? left : left + " = " + right;
      fields.add(names + " (" + keyType(spec.left().typeOf(left)) + ")");
    }
    return String.join(", ", fields);
  }

  /** A key is never null: that a field may be is no part of it. */
  private static String keyType(String type) {
    return type.endsWith("?") ? type.substring(0, type.length() - 1) : type;
  }

  private static void input(String side, InputSpec input, Map<String, String> aspects) {
    List<String> fields = new ArrayList<>();
    for (Schema.Field field : input.schema().getFields()) {
      fields.add(field.getName() + ": " + input.typeOf(field.getName()));
    }
    if (input.keepUnknownFields()) {
      fields.add("and unknown fields");
    }
    aspects.put(side + " input\'s schema", String.join(", ", fields));
    aspects.put(side + " input\'s event_time", input.eventTime());
    if (input.isStreaming()) {
      // A runner keeps the source itself in the state, and goes on with that one.
      aspects.put(side + " input\'s from", from(input));
    }
  }

  private static void window(NamedWindow window, Map<String, String> aspects) {
    String path = "windows." + window.name() + ".";
    aspects.put(path + "over", window.overName());
    aspects.put(path + "window", window.shape().toString());
    aspects.put(
        path + "by",
        window.by().isEmpty()
            ? "nothing"
            : String.join(
                ", ",
                window.by().stream()
                    .map(field -> field.written() + " (" + field.typeName() + ")")
                    .toList()));
    aspects.put(
        path + "aggregate",
        String.join(
            ", ",
            window.aggregates().stream()
                .map(each -> each.name() + ": " + each.inWords())
                .toList()));
    aspects.put(path + "emit", window.emission().toString());
    aspects.put(path + "allowed_lateness", Durations.format(window.allowedLateness()));
  }

  private static String from(InputSpec input) {
    if (input.from() instanceof SourceSpec.Script script) {
      return "script " + script.path();
    }
    if (input.from() instanceof SourceSpec.Kafka topics) {
      // Not the cluster, which may move, nor what else its clients need: that may be secret.
      return "topics " + topics.written() + " as " + input.format();
    }
    SourceSpec.Files files = (SourceSpec.Files) input.from();
    WatermarkSpec watermark = input.watermark();
    return "files "
        + files.pattern()
        + " as "
        + input.format()
        + (files.replay() == null ? "" : ", replayed at " + files.replay().speed())
        + (watermark == null
            ? ""
            : ", max_out_of_orderness " + watermark.maxOutOfOrderness().getMillis() + " ms");
  }

  /** The signature as one JSON object. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(aspects);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static StateSignature fromJson(String json) {
    try {
      return new StateSignature(
          JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "StateSignature: must be a JSON object of texts, but is not: " + e.getOriginalMessage(),
          e);
    }
  }

  /**
   * What differs from the state of an earlier run, a message for each aspect; none if this run can
   * go on from it.
   */
  public List<String> differences(StateSignature earlier) {
    List<String> differences = new ArrayList<>();
    Map<String, String> all = new LinkedHashMap<>(earlier.aspects);
    all.putAll(aspects);
    for (String aspect : all.keySet()) {
      String was = earlier.aspects.getOrDefault(aspect, "not there");
      String is = aspects.getOrDefault(aspect, "not there");
      if (!was.equals(is)) {
        differences.add(
            String.format(
                "%s: must be what the state of the earlier run was written with, %s, but is %s."
                    + " Change it back, or start without that state.",
                aspect, was, is));
      }
    }
    return differences;
  }
}
