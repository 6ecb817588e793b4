import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;

/**
 * Works out the right answer for {@code spec.yaml} from the files themselves, without Mortise and
 * without Beam: it parses, sorts each key's rows by time, and looks at every pair within the bound.
 *
 * <pre>
 * java Oracle.java [FOLDER]                prints the totals
 * java Oracle.java [FOLDER] --check=FILE   fails if they differ from the totals in FILE
 * </pre>
 */
public final class Oracle {
  private static final long BOUND = 600_000;

  /** A readable row: its own id, its key (null if any part of it is), its event time. */
  private record Event(String id, String key, long time) {}

  private static final class Side {
    final Map<String, List<Event>> byKey = new HashMap<>();
    long read;
    long deadLetters;
    long nullKeys;
    long matched;
    long unmatched;
    long newest = Long.MIN_VALUE;
    long greatestDisorder;

    void add(Event event) {
      newest = Math.max(newest, event.time);
      greatestDisorder = Math.max(greatestDisorder, newest - event.time);
      if (event.key == null) {
        nullKeys++;
      } else {
        byKey.computeIfAbsent(event.key, k -> new ArrayList<>()).add(event);
      }
    }

    Map<String, Object> totals() {
      Map<String, Object> totals = new LinkedHashMap<>();
      totals.put("records", read);
      totals.put("dead_letters", deadLetters);
      totals.put("rows", read - deadLetters);
      totals.put("matched_rows", matched);
      totals.put("unmatched_no_match", unmatched);
      totals.put("unmatched_null_key", nullKeys);
      totals.put("late", 0L);
      totals.put("keys", (long) byKey.size());
      totals.put(
          "most_rows_of_a_key", byKey.values().stream().mapToLong(List::size).max().orElse(0));
      totals.put("greatest_disorder_ms", greatestDisorder);
      return totals;
    }
  }

  public static void main(String[] args) throws IOException {
    Path folder = null;
    Path expected = null;
    for (String arg : args) {
      if (arg.startsWith("--check=")) {
        expected = Path.of(arg.substring("--check=".length()));
      } else {
        folder = Path.of(arg);
      }
    }
    if (folder == null) {
      folder =
          Files.exists(Path.of("Oracle.java"))
              ? Path.of("data")
              : Path.of("testdata", "impressions-clicks", "data");
    }
    String totals = totals(folder);
    System.out.print(totals);
    if (expected != null && !Files.readString(expected).equals(totals)) {
      System.err.println("Oracle: these totals differ from those in " + expected + ".");
      System.exit(1);
    }
  }

  private static String totals(Path folder) throws IOException {
    Side left = new Side();
    Side right = new Side();
    readImpressions(folder.resolve("impressions.jsonl.gz"), left);
    readClicks(folder.resolve("clicks.csv.gz"), right);

    long pairs = 0;
    long checksum = 0;
    List<long[]> gapParts = new ArrayList<>();
    for (Map.Entry<String, List<Event>> entry : left.byKey.entrySet()) {
      List<Event> lefts = entry.getValue();
      List<Event> rights = right.byKey.get(entry.getKey());
      if (rights == null) {
        left.unmatched += lefts.size();
        continue;
      }
      lefts.sort((a, b) -> Long.compare(a.time, b.time));
      rights.sort((a, b) -> Long.compare(a.time, b.time));
      boolean[] rightMatched = new boolean[rights.size()];
      long[] gaps = new long[16];
      int count = 0;
      int from = 0;
      for (Event l : lefts) {
        while (from < rights.size() && rights.get(from).time < l.time) {
          from++;
        }
        int at = from;
        for (; at < rights.size() && rights.get(at).time <= l.time + BOUND; at++) {
          Event r = rights.get(at);
          rightMatched[at] = true;
          checksum += crc32(l.id + "|" + r.id);
          if (count == gaps.length) {
            gaps = Arrays.copyOf(gaps, 2 * count);
          }
          gaps[count++] = r.time - l.time;
        }
        if (at == from) {
          left.unmatched++;
        } else {
          left.matched++;
        }
      }
      for (boolean matched : rightMatched) {
        if (matched) {
          right.matched++;
        } else {
          right.unmatched++;
        }
      }
      pairs += count;
      gapParts.add(Arrays.copyOf(gaps, count));
    }
    for (Map.Entry<String, List<Event>> entry : right.byKey.entrySet()) {
      if (!left.byKey.containsKey(entry.getKey())) {
        right.unmatched += entry.getValue().size();
      }
    }

    long[] gaps = gapParts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    Map<String, Object> gap = new LinkedHashMap<>();
    gap.put("sum", Arrays.stream(gaps).sum());
    gap.put("p50", percentile(gaps, 50));
    gap.put("p90", percentile(gaps, 90));
    gap.put("p99", percentile(gaps, 99));
    Map<String, Object> totals = new LinkedHashMap<>();
    totals.put("impressions", left.totals());
    totals.put("clicks", right.totals());
    totals.put("pairs", pairs);
    totals.put("pair_checksum", checksum);
    totals.put("gap_ms", gap);
    StringBuilder text = new StringBuilder();
    write(text, totals, "");
    return text.append('\n').toString();
  }

  /** The least gap that at least so many in a hundred pairs do not exceed. */
  private static long percentile(long[] sorted, int percent) {
    if (sorted.length == 0) {
      return 0;
    }
    return sorted[(int) Math.max(0, (sorted.length * (long) percent + 99) / 100 - 1)];
  }

  private static long crc32(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  private static void write(StringBuilder text, Map<String, Object> object, String indent) {
    String separator = "{\n";
    for (Map.Entry<String, Object> field : object.entrySet()) {
      text.append(separator).append(indent).append("  \"").append(field.getKey()).append("\": ");
      if (field.getValue() instanceof Map<?, ?> inner) {
        Map<String, Object> fields = new LinkedHashMap<>();
        inner.forEach((name, value) -> fields.put((String) name, value));
        write(text, fields, indent + "  ");
      } else {
        text.append(field.getValue());
      }
      separator = ",\n";
    }
    text.append('\n').append(indent).append('}');
  }

  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file), 1 << 16), StandardCharsets.UTF_8));
  }

  private static void readImpressions(Path file, Side side) throws IOException {
    try (BufferedReader reader = open(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        side.read++;
        try {
          if (!(new Json(line).read() instanceof Map<?, ?> row)) {
            throw new IllegalArgumentException("not an object");
          }
          String id = text(row, "impression_id");
          String user = row.get("user_id") == null ? null : text(row, "user_id");
          String ad = text(row, "ad_id");
          text(row, "campaign_id");
          if (!(row.get("bid_micros") instanceof Long)
              || !(row.get("viewable") instanceof Boolean)) {
            throw new IllegalArgumentException("wrong type");
          }
          Object shown = row.get("shown_at");
          long time = shown instanceof Long millis ? millis : time(text(row, "shown_at"));
          side.add(new Event(id, key(user, ad), time));
        } catch (IllegalArgumentException | DateTimeException e) {
          side.deadLetters++;
        }
      }
    }
  }

  private static void readClicks(Path file, Side side) throws IOException {
    try (BufferedReader reader = open(file)) {
      List<String> header = csvRecord(reader);
      for (List<String> record = csvRecord(reader); record != null; record = csvRecord(reader)) {
        side.read++;
        try {
          if (record.size() != header.size()) {
            throw new IllegalArgumentException("wrong number of fields");
          }
          Map<String, String> row = new TreeMap<>();
          for (int i = 0; i < header.size(); i++) {
            row.put(header.get(i), record.get(i));
          }
          new java.math.BigDecimal(row.get("cost"));
          if (!row.get("dwell_ms").isEmpty()) {
            Integer.parseInt(row.get("dwell_ms"));
          }
          String user = row.get("user_id").isEmpty() ? null : row.get("user_id");
          side.add(
              new Event(
                  row.get("click_id"), key(user, row.get("ad_id")), time(row.get("clicked_at"))));
        } catch (IllegalArgumentException | DateTimeException e) {
          side.deadLetters++;
        }
      }
    }
  }

  private static String key(String user, String ad) {
    return user == null ? null : user + "|" + ad;
  }

  private static long time(String text) {
    return Instant.parse(text).toEpochMilli();
  }

  private static String text(Map<?, ?> row, String field) {
    if (row.get(field) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(field + " is not text");
  }

  /** One record of RFC 4180; null at the end. */
  private static List<String> csvRecord(BufferedReader reader) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    try {
      for (int c = reader.read(); c >= 0; c = reader.read()) {
        any = true;
        if (quoted) {
          if (c != '"') {
            field.append((char) c);
            continue;
          }
          reader.mark(1);
          if (reader.read() == '"') {
            field.append('"');
          } else {
            reader.reset();
            quoted = false;
          }
        } else if (c == '"' && field.isEmpty()) {
          quoted = true;
        } else if (c == ',') {
          fields.add(field.toString());
          field.setLength(0);
        } else if (c == '\n') {
          break;
        } else if (c != '\r') {
          field.append((char) c);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!any) {
      return null;
    }
    fields.add(field.toString());
    return fields;
  }

  /** Reads the JSON that these files hold: no escapes in text, no fractions in numbers. */
  private static final class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    Object read() {
      Object value = value();
      if (at != text.length()) {
        throw bad();
      }
      return value;
    }

    private Object value() {
      if (at >= text.length()) {
        throw bad();
      }
      switch (text.charAt(at)) {
        case '{' -> {
          Map<String, Object> object = new HashMap<>();
          at++;
          do {
            String name = string();
            expect(':');
            object.put(name, value());
          } while (another('}'));
          return object;
        }
        case '[' -> {
          List<Object> array = new ArrayList<>();
          at++;
          do {
            array.add(value());
          } while (another(']'));
          return array;
        }
        case '"' -> {
          return string();
        }
        default -> {
          int start = at;
          while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
            at++;
          }
          return switch (text.substring(start, at)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            case "null" -> null;
            default -> Long.valueOf(text.substring(start, at));
          };
        }
      }
    }

    private String string() {
      expect('"');
      int end = text.indexOf('"', at);
      if (end < 0) {
        throw bad();
      }
      String string = text.substring(at, end);
      at = end + 1;
      return string;
    }

    private boolean another(char close) {
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
        return true;
      }
      expect(close);
      return false;
    }

    private void expect(char c) {
      if (at >= text.length() || text.charAt(at++) != c) {
        throw bad();
      }
    }

    private IllegalArgumentException bad() {
      return new IllegalArgumentException("not JSON at character " + at);
    }
  }
}
