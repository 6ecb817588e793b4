package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.AvroBytes;
import dev.mortise.pipeline.format.AvroContainer;
import dev.mortise.pipeline.format.AvroDatum;
import dev.mortise.pipeline.format.RawBytes;
import dev.mortise.pipeline.format.UnreadableInputException;
import dev.mortise.pipeline.spec.AvroSpec;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RegistrySpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records in Avro. With a registry they are in Confluent's wire format: a zero byte, the
 * schema's id in four bytes, the row. Without, they are object containers of one row, told by their
 * first bytes, or else plain binary, written with the schema of {@code schema_file}.
 */
final class AvroRowDecoder implements RowDecoder {
  private static final long serialVersionUID = 1L;
  private static final int HEAD = 5;

  private final AvroRows rows;
  private final Schema schema;
  private final @Nullable String plainSchema;
  private final @Nullable RegistrySpec registry;

  /** A record without its envelope, or why it can't be taken out. */
  private record Opened(@Nullable AvroDatum datum, String error) {
    static Opened bad(String error) {
      return new Opened(null, error);
    }
  }

  AvroRowDecoder(InputSpec input) {
    this.rows = new AvroRows(input);
    this.schema = RowSchemas.of(input);
    AvroSpec avro = input.avro();
    this.plainSchema = avro == null ? null : avro.readerSchema();
    this.registry = avro == null ? null : avro.registry();
  }

  @Override
  public RowParser.Parsed decode(byte[] value) {
    Opened opened = open(value);
    AvroDatum datum = opened.datum();
    return datum == null ? RowParser.Parsed.bad(opened.error()) : rows.parse(datum, false);
  }

  private Opened open(byte[] value) {
    RegistrySpec from = registry;
    if (from != null) {
      return ofRegistry(value, from);
    }
    if (AvroContainer.isOne(value)) {
      return ofContainer(value);
    }
    String writer = plainSchema;
    return writer == null
        ? Opened.bad(
            "is no Avro object container, and no schema_file says how plain binary is written")
        : new Opened(new AvroDatum(writer, value), "");
  }

  private static Opened ofRegistry(byte[] value, RegistrySpec from) {
    if (value.length < HEAD || value[0] != 0) {
      return Opened.bad(
          "is not in Confluent's wire format: it must begin with a zero byte and the schema's id");
    }
    int id = ByteBuffer.wrap(value).getInt(1);
    SchemaRegistry.Answer answer = SchemaRegistry.of(from).schema(id);
    String writer = answer.schema();
    return writer == null
        ? Opened.bad(answer.error())
        : new Opened(new AvroDatum(writer, Arrays.copyOfRange(value, HEAD, value.length)), "");
  }

  private static Opened ofContainer(byte[] value) {
    try (AvroContainer container = AvroContainer.open(new SeekableByteArrayInput(value))) {
      AvroDatum first = container.next();
      if (first == null || container.next() != null) {
        return Opened.bad(
            "must hold one row, but is an Avro object container of "
                + (first == null ? "none" : "several"));
      }
      return new Opened(first, "");
    } catch (UnreadableInputException | AvroContainer.BrokenContainerException e) {
      String message = String.valueOf(e.getMessage());
      return Opened.bad(message.replace("the file", "the object container"));
    } catch (IOException e) {
      return Opened.bad("can't be read as an Avro object container");
    }
  }

  @Override
  public String show(byte[] value) {
    Opened opened = open(value);
    AvroDatum datum = opened.datum();
    String shown = datum == null ? RawBytes.BASE64 : AvroBytes.show(datum);
    return shown.startsWith(RawBytes.BASE64) ? RawBytes.base64(value) : shown;
  }

  @Override
  public Schema schema() {
    return schema;
  }
}
