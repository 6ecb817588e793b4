package dev.mortise.pipeline.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/** Reads Avro's binary form, whatever it may hold: see {@link AvroWalk}. */
public final class AvroBytes {
  private AvroBytes() {}

  /** Bytes that are no record of the schema; the message goes on from the record's name. */
  public static final class BrokenDatumException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenDatumException(String message) {
      super(message, null, false, false);
    }
  }

  /** Reads texts as they are, not as the schema wishes to have them in Java. */
  public static final class DatumReader extends GenericDatumReader<Object> {
    /** Reads what was written with one schema as another one says. */
    public DatumReader(Schema writer, Schema reader) {
      super(writer, reader);
    }

    @Override
    protected Object readString(@Nullable Object old, Schema expected, Decoder in)
        throws IOException {
      return in.readString(null);
    }

    @Override
    protected Object readString(@Nullable Object old, Decoder in) throws IOException {
      return in.readString(new Utf8());
    }
  }

  /**
   * Reads a record.
   *
   * @param whole whether the bytes are known to be one record of the reader's writer schema
   * @throws BrokenDatumException if they are not, or can't be read as the reader says
   */
  public static Object read(DatumReader reader, byte[] bytes, int from, boolean whole)
      throws BrokenDatumException {
    if (!whole) {
      int end = AvroWalk.end(reader.getSchema(), bytes, from);
      if (end != bytes.length) {
        throw new BrokenDatumException(
            String.format(
                "can't be read as Avro: %d of its bytes are left over, so it was written with"
                    + " another schema",
                bytes.length - end));
      }
    }
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(bytes, from, bytes.length - from, null);
    try {
      return reader.read(null, in);
    } catch (IOException | RuntimeException e) {
      throw broken(e);
    } catch (StackOverflowError e) {
      throw new BrokenDatumException("can't be read as Avro: it nests too deeply");
    }
  }

  private static BrokenDatumException broken(Exception e) {
    String why = e.getMessage();
    return new BrokenDatumException(
        "can't be read as Avro: "
            + (why == null || why.isBlank()
                ? "it ends too early, or was written with another schema"
                : why.strip().replaceAll("\\s+", " ")));
  }

  /** A record for people: JSON if it can be read, else Base64. */
  public static String show(AvroDatum datum) {
    try {
      Schema schema = AvroSchemas.parse(datum.schema());
      return show(schema, read(new DatumReader(schema, schema), datum.bytes(), 0, false));
    } catch (BrokenDatumException | RuntimeException e) {
      return RawBytes.base64(datum.bytes());
    }
  }

  /** A record that was read, as JSON. */
  public static String show(Schema schema, Object datum) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = RawJson.FACTORY.createGenerator(text)) {
      AvroJson.write(datum, schema, json);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return text.toString();
  }
}
