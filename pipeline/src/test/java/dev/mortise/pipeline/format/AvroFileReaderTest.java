package dev.mortise.pipeline.format;

import static dev.mortise.pipeline.AvroData.container;
import static dev.mortise.pipeline.AvroData.order;
import static dev.mortise.pipeline.TestInputs.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.pipeline.AvroData;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroFileReaderTest {
  @TempDir Path folder;

  private static List<GenericRecord> orders(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> order("o" + i, i % 3 == 0 ? null : (long) i, 1000L * i))
        .toList();
  }

  private static RawRecord record(int number, GenericRecord order) {
    AvroDatum datum = new AvroDatum(AvroData.ORDER.toString(), AvroData.binary(order));
    return new RawRecord("orders", "orders.avro:" + number, "", null, null, datum);
  }

  private List<RawRecord> read(byte[] file) throws IOException {
    return FileReading.readAll(write(folder, "orders.avro", file), RowFormat.AVRO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "bzip2", "snappy"})
  void readsEveryCodec_andGoesOnFromEveryPosition(String codec) throws IOException {
    List<GenericRecord> orders = orders(5);
    List<RawRecord> expected = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      expected.add(record(i + 1, orders.get(i)));
    }
    byte[] file = container(AvroData.ORDER, orders, CodecFactory.fromString(codec));
    assertThat(read(file)).isEqualTo(expected);
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    assertThat(read(container(List.of()))).isEmpty();
  }

  @Test
  void reportsOnce_whereAFileIsCutShort() throws IOException {
    byte[] whole = container(orders(5));
    int endsOfBlocks = 0;
    for (int length = 0; length < whole.length; length++) {
      List<RawRecord> records = read(Arrays.copyOf(whole, length));
      List<RawRecord> broken = records.stream().filter(r -> r.error() != null).toList();
      if (broken.isEmpty()) {
        // Between two blocks nothing tells that there were more.
        endsOfBlocks++;
        assertThat(records.size() % 2).isZero();
        continue;
      }
      assertThat(broken).as("cut at %d", length).hasSize(1);
      assertThat(broken.get(0).position()).isEqualTo("orders.avro:" + records.size());
      assertThat(broken.get(0).error())
          .containsAnyOf("is no Avro object container file", "ends in the middle of a block");
      if (length == whole.length - 1) {
        assertThat(broken.get(0).error())
            .isEqualTo("the file ends in the middle of a block: 4 rows before it were read");
      }
    }
    // Behind the head, and behind each full block.
    assertThat(endsOfBlocks).isEqualTo(3);
  }

  @Test
  void neverThrows_whateverByteIsWrong() throws IOException {
    byte[] whole = container(AvroData.ORDER, orders(6), CodecFactory.nullCodec());
    long seed = 20260105;
    Random random = new Random(seed);
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = whole.clone();
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      try (AvroContainer container = AvroContainer.open(new SeekableByteArrayInput(bytes))) {
        int read = 0;
        AvroDatum datum;
        while ((datum = container.next()) != null) {
          assertThat(AvroBytes.show(datum)).isNotNull();
          assertThat(++read).as("seed %d, byte %d", seed, at).isLessThan(10);
        }
      } catch (AvroContainer.BrokenContainerException e) {
        assertThat(e.getMessage()).isNotBlank();
      } catch (UnreadableInputException e) {
        // The name of the codec.
        assertThat(e).hasMessageContaining("codec");
      }
    }
  }

  @Test
  void saysWhatIsNoContainer() throws IOException {
    List<RawRecord> records = read("{\"order_id\": \"a\"}\n".getBytes(StandardCharsets.UTF_8));
    assertThat(records).hasSize(1);
    assertThat(records.get(0).error()).isEqualTo("is no Avro object container file");
  }

  @Test
  void refusesACodecThatIsNotThere() throws IOException {
    byte[] file = container(AvroData.ORDER, orders(1), CodecFactory.deflateCodec(6));
    String text = new String(file, StandardCharsets.ISO_8859_1).replace("deflate", "shrink7");
    Path path = write(folder, "orders.avro", text.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(
            () ->
                RecordReader.open(
                    FileReading.file(path), RowFormat.AVRO, "orders", FilePosition.START))
        .isInstanceOf(UnreadableInputException.class)
        .hasMessageContaining("orders.avro is compressed with Avro's codec \"shrink7\"");
  }

  @Test
  void showsARecordAsJson() throws IOException {
    assertThat(read(container(orders(2))).get(1).shown())
        .isEqualTo(
            "{\"order_id\":\"o1\",\"amount\":1,\"order_time\":\"1970-01-01T00:00:01.000Z\"}");
  }
}
