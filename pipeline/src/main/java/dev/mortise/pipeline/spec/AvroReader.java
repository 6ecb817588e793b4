package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/** Reads what an input with {@code format: avro} says of its schema. */
final class AvroReader {
  /**
   * @param schema the fields of its rows, if they are sound
   * @param avro the rest, if it is sound
   */
  record Draft(@Nullable Schema schema, @Nullable AvroSpec avro) {}

  /** An Avro schema and what it is called. */
  private record Known(org.apache.avro.Schema schema, String name, boolean isReader) {}

  private static final FieldNames REGISTRY = FieldNames.of("url", "properties");
  private static final long LARGEST_SCHEMA = 4 << 20;

  private final SpecPaths paths;

  AvroReader(SpecPaths paths) {
    this.paths = paths;
  }

  /** Reports fields that only Avro inputs have. */
  static void refuse(Fields fields) {
    for (String name : List.of("schema_file", "registry")) {
      SpecNode node = fields.get(name);
      if (node != null) {
        node.problem("belongs to format: avro. Remove it, or write that format.");
      }
    }
  }

  Draft read(Fields fields, @Nullable SourceSpec from, @Nullable SpecNode schemaNode) {
    SpecNode fileNode = fields.get("schema_file");
    Known reader = fileNode == null ? null : schemaFile(fileNode);
    SpecNode registryNode = fields.get("registry");
    RegistrySpec registry = registryNode == null ? null : registry(registryNode);
    if (registryNode != null && from != null && !(from instanceof SourceSpec.Kafka)) {
      registryNode.problem(
          "only records of Kafka name schemas of a registry: files hold their own. Remove it.");
    }
    Schema declared = schemaNode == null ? null : SchemaReader.read(schemaNode);
    boolean bad =
        (fileNode != null && reader == null)
            || (registryNode != null && registry == null)
            || (schemaNode != null && declared == null);
    Known known = reader;
    if (reader == null && fileNode == null && from instanceof SourceSpec.Files files) {
      known = ofFiles(fields, files, schemaNode != null);
      bad |= known == null && schemaNode == null;
    } else if (from instanceof SourceSpec.Kafka && fileNode == null && schemaNode == null) {
      fields.missing(
          "schema_file",
          "is missing, and so is schema: nothing says which fields the rows have. Name an .avsc"
              + " file, or write the fields under schema.");
      bad = true;
    }
    if (bad) {
      return new Draft(null, null);
    }
    AvroSpec avro = new AvroSpec(reader == null ? null : reader.schema().toString(), registry);
    if (declared != null && schemaNode != null) {
      boolean sound = known == null || agrees(declared, schemaNode, known);
      return new Draft(sound ? declared : null, avro);
    }
    return new Draft(known == null ? null : derived(fields, known), avro);
  }

  private @Nullable Known schemaFile(SpecNode node) {
    Text text = node.text("Write the path of an Avro schema, such as orders.avsc.");
    String path = text == null ? null : paths.path(node, text);
    if (text == null || path == null) {
      return null;
    }
    Path file = Path.of(path);
    if (!Files.isRegularFile(file)) {
      node.problem("there is no file " + text.quoted() + ". Paths are relative to the spec file.");
      return null;
    }
    try {
      if (Files.size(file) > LARGEST_SCHEMA) {
        node.problem(text.quoted() + " has over 4 MiB, more than a schema has. Is it the schema?");
        return null;
      }
      org.apache.avro.Schema schema =
          new org.apache.avro.Schema.Parser().parse(Files.readString(file));
      if (schema.getType() != org.apache.avro.Schema.Type.RECORD) {
        node.problem(
            String.format(
                "%s must hold the schema of a record, but is one of type %s. Name the record's.",
                text.quoted(), schema.getType().getName()));
        return null;
      }
      return new Known(schema, text.typed(), true);
    } catch (AvroRuntimeException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
      node.problem(
          String.format(
              "%s is no Avro schema: %s. Write one in Avro's JSON form.",
              text.quoted(), Quoted.of(why)));
      return null;
    } catch (IOException e) {
      node.problem(text.quoted() + " can't be read as UTF-8 text. Check its permissions.");
      return null;
    }
  }

  private static @Nullable Known ofFiles(
      Fields fields, SourceSpec.Files files, boolean hasDeclared) {
    Path first = AvroFiles.first(files.pattern());
    if (first == null) {
      if (!hasDeclared) {
        fields.missing(
            "schema_file",
            String.format(
                "is missing, and no file matches %s, which would say which fields the rows have."
                    + " Paths are relative to the spec file.",
                Quoted.of(files.written())));
      }
      return null;
    }
    String name = YamlText.nameOf(first);
    try {
      org.apache.avro.Schema schema = AvroFiles.schema(first);
      if (schema.getType() == org.apache.avro.Schema.Type.RECORD) {
        return new Known(schema, name, false);
      }
    } catch (IOException e) {
      // Below, or where files are checked.
    }
    if (!hasDeclared) {
      fields.missing(
          "schema_file",
          String.format(
              "is missing, and %s does not say which fields the rows have: it is no Avro object"
                  + " container file of records. Check from and format.",
              Quoted.of(name)));
    }
    return null;
  }

  /** Checks declared fields against what Avro has; reports where they can't be read so. */
  private static boolean agrees(Schema declared, SpecNode schemaNode, Known known) {
    Map<String, SpecNode> entries = schemaNode.entries("Write a line name: type for each field.");
    boolean sound = entries != null;
    for (Schema.Field field : declared.getFields()) {
      SpecNode node = entries == null ? null : entries.get(field.getName());
      org.apache.avro.Schema.Field avro = known.schema().getField(field.getName());
      boolean nullable = Boolean.TRUE.equals(field.getType().getNullable());
      if (node == null || (avro == null && nullable && !known.isReader())) {
        continue;
      }
      if (avro == null) {
        List<String> names = namesOf(known.schema());
        node.problem(
            String.format(
                "is not a field of %s.%s Its fields: %s.",
                Quoted.of(known.name()),
                Names.didYouMean(field.getName(), names),
                Names.list(names)));
        sound = false;
        continue;
      }
      org.apache.avro.Schema value = AvroTypes.withoutNull(avro.schema());
      if (value == null || !AvroTypes.isReadable(value, field.getType().getTypeName())) {
        FieldType fits = AvroTypes.fieldType(avro.schema());
        node.problem(
            String.format(
                "is %s in %s, which can't be read as %s. %s",
                AvroTypes.nameOf(avro.schema()),
                Quoted.of(known.name()),
                SchemaReader.nameOf(field.getType()),
                fits == null
                    ? "Remove the field; unknown_fields: keep passes it on as JSON."
                    : "Write " + SchemaReader.nameOf(fits) + "."));
        sound = false;
      }
    }
    return sound;
  }

  private static List<String> namesOf(org.apache.avro.Schema schema) {
    return schema.getFields().stream().map(org.apache.avro.Schema.Field::name).toList();
  }

  /** All the fields that a row can hold. */
  private static @Nullable Schema derived(Fields fields, Known known) {
    List<Schema.Field> found = new ArrayList<>();
    for (org.apache.avro.Schema.Field field : known.schema().getFields()) {
      FieldType type = AvroTypes.fieldType(field.schema());
      if (type != null) {
        found.add(Schema.Field.of(field.name(), type));
      }
    }
    if (found.isEmpty()) {
      fields.missing(
          "schema",
          Quoted.of(known.name())
              + " has no field that a row can hold: they are all records, arrays, maps or unions.");
      return null;
    }
    return Schema.builder().addFields(found).build();
  }

  private static @Nullable RegistrySpec registry(SpecNode node) {
    String fix = "Write the registry's address, such as https://registry:8081.";
    Fields fields = node.fields(REGISTRY);
    SpecNode urlNode = fields == null ? null : fields.require("url", fix);
    Text url = urlNode == null ? null : urlNode.secret().text(fix);
    SpecNode propertiesNode = fields == null ? null : fields.get("properties");
    Map<String, String> properties =
        propertiesNode == null ? Map.of() : PropertiesReader.read(propertiesNode);
    boolean known = propertiesNode == null || areKnown(propertiesNode, properties);
    if (urlNode == null || url == null) {
      return null;
    }
    if (!isHttp(url.value())) {
      urlNode.problem("must be an address that begins with http:// or https://. " + fix);
      return null;
    }
    if (Secrets.isWritten("url", url.typed())) {
      urlNode.warning(Secrets.WRITTEN);
    }
    return known ? new RegistrySpec(url.value(), properties) : null;
  }

  private static boolean areKnown(SpecNode node, Map<String, String> properties) {
    List<String> allowed = List.of(RegistrySpec.USER_INFO, RegistrySpec.TOKEN);
    boolean known = true;
    for (String name : properties.keySet()) {
      if (!allowed.contains(name)) {
        node.problemOf(
            name,
            "is no property of a registry here."
                + Names.didYouMean(name, allowed)
                + " Allowed: "
                + Names.list(allowed)
                + ".");
        known = false;
      }
    }
    return known;
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = new URI(url);
      return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
