package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/** Reads the {@code inputs} of a spec. */
final class InputReader {
  private static final FieldNames INPUT =
      FieldNames.of(
              "from",
              "format",
              "schema",
              "schema_file",
              "registry",
              "event_time",
              "unknown_fields",
              "watermark")
          .notYet(
              "dedupe",
              "deduplication is part of the spec format but not of this version of Mortise. Remove"
                  + " the block; duplicates are joined like any other row.");
  private static final Map<String, Boolean> UNKNOWN_FIELDS = new LinkedHashMap<>();
  private static final Map<String, RowFormat> FORMATS = new LinkedHashMap<>();

  static {
    UNKNOWN_FIELDS.put("ignore", false);
    UNKNOWN_FIELDS.put("keep", true);
    FORMATS.put("json", RowFormat.JSON);
    FORMATS.put("csv", RowFormat.CSV);
    FORMATS.put("avro", RowFormat.AVRO);
  }

  // Windows are over an input, or over one of these.
  private static final Set<String> RESERVED = Set.of("matched", "unmatched");

  private static final String STRAY = "stray";

  private final SourceReader sources;
  private final AvroReader avros;

  InputReader(SourceReader sources, AvroReader avros) {
    this.sources = sources;
    this.avros = avros;
  }

  Map<String, InputDraft> read(SpecNode node) {
    Map<String, SpecNode> entries =
        node.entries("Write a block for each input, under a name of your choice.");
    Map<String, InputDraft> drafts = new LinkedHashMap<>();
    if (entries != null) {
      entries.forEach((name, input) -> drafts.put(name, input(name, input)));
      checkCounters(entries);
      if (entries.isEmpty()) {
        node.problem("a join needs two inputs, and there is none. Write a block for each.");
      }
    }
    return drafts;
  }

  /** Inputs that share their counters would each be summed up with the other's rows. */
  private static void checkCounters(Map<String, SpecNode> entries) {
    Map<String, String> firsts = new HashMap<>();
    entries.forEach(
        (name, input) -> {
          String counted = Names.inCounters(name);
          String first = firsts.putIfAbsent(counted, name);
          if (counted.equals(STRAY)) {
            input.problem(
                "an input can't be called stray, which is what a script's lines of no input are"
                    + " counted as. Choose another name.");
          } else if (first != null) {
            input.problem(
                String.format(
                    "%s and %s would share the counters of %s, which know no capitals and no"
                        + " dashes. Rename one of them.",
                    Quoted.of(first), Quoted.of(name), Quoted.of(counted)));
          }
        });
  }

  private InputDraft input(String name, SpecNode node) {
    boolean named = Names.isName(name) && !RESERVED.contains(name);
    if (!named) {
      node.problem(
          RESERVED.contains(name)
              ? "an input can't have the name of an output of the join. Choose another."
              : "an input's name is a letter, then up to 63 letters, digits, _ or -. Choose"
                  + " another.");
    }
    Fields fields = node.fields(INPUT);
    if (fields == null) {
      return new InputDraft(name, node, null, null, null);
    }
    SpecNode fromNode = fields.require("from", "Write {files: \"orders/*.jsonl\"} or alike.");
    SourceSpec from = fromNode == null ? null : sources.read(fromNode);
    RowFormat format = format(fields, from, fromNode);
    AvroReader.Draft rows = rows(fields, from, format);
    Schema schema = PassedFieldsReader.withPassed(rows.schema(), from, fromNode);
    String eventTime = eventTime(fields, schema);
    SpecNode unknown = fields.get("unknown_fields");
    Boolean keep = unknown == null ? Boolean.FALSE : Values.choice(unknown, UNKNOWN_FIELDS);
    SpecNode watermarkNode = fields.get("watermark");
    WatermarkSpec watermark = watermarkNode == null ? null : WatermarkReader.read(watermarkNode);
    if (watermarkNode == null) {
      requireWatermark(fields, from);
    }
    if (!named
        || from == null
        || format == null
        || schema == null
        || eventTime == null
        || keep == null) {
      return new InputDraft(name, node, schema, from, null);
    }
    InputSpec whole =
        new InputSpec(name, from, format, schema, eventTime, keep, watermark, rows.avro());
    return new InputDraft(name, node, schema, from, whole);
  }

  private AvroReader.Draft rows(
      Fields fields, @Nullable SourceSpec from, @Nullable RowFormat format) {
    if (format == RowFormat.AVRO) {
      return avros.read(fields, from, fields.get("schema"));
    }
    if (format != null) {
      AvroReader.refuse(fields);
    }
    SpecNode node =
        format == null
            ? fields.get("schema")
            : fields.require("schema", "Write a line name: type for each field.");
    return new AvroReader.Draft(node == null ? null : SchemaReader.read(node), null);
  }

  private static void requireWatermark(Fields fields, @Nullable SourceSpec from) {
    boolean replayed = from instanceof SourceSpec.Files files && files.replay() != null;
    if (replayed || from instanceof SourceSpec.Kafka) {
      fields.missing(
          "watermark",
          String.format(
              "is missing: %s rows are a stream, and nothing else says how far out of order they may"
                  + " be. Write {max_out_of_orderness: 10m} or alike.",
              replayed ? "replayed" : "a topic's"));
    }
  }

  private static @Nullable RowFormat format(
      Fields fields, @Nullable SourceSpec from, @Nullable SpecNode fromNode) {
    boolean script = from instanceof SourceSpec.Script || (fromNode != null && isScript(fromNode));
    SpecNode node = fields.get("format");
    if (node == null) {
      if (script) {
        return RowFormat.JSON;
      }
      RowFormat byEnding =
          from instanceof SourceSpec.Files files ? formatOf(files.pattern()) : null;
      if (from != null && byEnding == null) {
        fields.missing(
            "format",
            from instanceof SourceSpec.Kafka
                ? "is missing, and a topic does not say it. Write json or avro."
                : "is missing, and the files' ending does not say it. Write json, csv or avro.");
      }
      return checked(byEnding, from, fromNode);
    }
    Text text = node.text("Write json, csv or avro.");
    if (text == null) {
      return null;
    }
    RowFormat format = Values.choice(node, FORMATS);
    if (script && format != null && format != RowFormat.JSON) {
      node.problem("a script is always JSON Lines. Write json, or remove format.");
      return null;
    }
    if (from instanceof SourceSpec.Kafka && format == RowFormat.CSV) {
      node.problem("a topic's records have no header row to name their cells. Write json or avro.");
      return null;
    }
    return checked(format, from, fromNode);
  }

  private static @Nullable RowFormat checked(
      @Nullable RowFormat format, @Nullable SourceSpec from, @Nullable SpecNode fromNode) {
    if (format == RowFormat.AVRO
        && fromNode != null
        && from instanceof SourceSpec.Files files
        && !Compression.removedFrom(files.pattern()).equals(files.pattern())) {
      fromNode.problem(
          Quoted.of(files.written())
              + " is compressed as a whole, but Avro files are compressed block by block inside."
              + " Unpack it.");
      return null;
    }
    return format;
  }

  private static boolean isScript(SpecNode from) {
    return from.hasKey("script") && !from.hasKey("files");
  }

  private static @Nullable RowFormat formatOf(String pattern) {
    String name = Compression.removedFrom(pattern).toLowerCase(Locale.ROOT);
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson") || name.endsWith(".json")) {
      return RowFormat.JSON;
    }
    if (name.endsWith(".avro")) {
      return RowFormat.AVRO;
    }
    return name.endsWith(".csv") ? RowFormat.CSV : null;
  }

  private static @Nullable String eventTime(Fields fields, @Nullable Schema schema) {
    String fix = "Name the timestamp field of the schema that is the row's event time.";
    SpecNode node = fields.require("event_time", fix);
    Text text = node == null ? null : node.text(fix);
    if (node == null || text == null || schema == null) {
      return null;
    }
    List<String> names = schema.getFieldNames();
    if (!names.contains(text.value())) {
      node.problem(
          text.quoted()
              + " is not a field of the schema."
              + Names.didYouMean(text.typed(), names)
              + " Its fields: "
              + Names.list(names)
              + ".");
      return null;
    }
    Schema.FieldType type = schema.getField(text.value()).getType();
    if (type.getTypeName() != Schema.TypeName.DATETIME) {
      node.problem(
          String.format(
              "%s is of type %s, but an event time is a timestamp. Declare the field as timestamp,"
                  + " which reads ISO-8601 text and epoch milliseconds, or name another.",
              text.quoted(), SchemaReader.nameOf(type)));
      return null;
    }
    if (Boolean.TRUE.equals(type.getNullable())) {
      node.problem(
          text.quoted()
              + " may be null, but every row needs an event time. Declare it as timestamp without"
              + " the ?; rows that lack it then go to dead_letter.");
      return null;
    }
    return text.value();
  }
}
