import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.GZIPOutputStream;

/**
 * Makes two recordings of an imaginary advertisement server: impressions as JSON Lines and clicks
 * as CSV, both compressed, each in the order in which its rows arrived.
 *
 * <p>The same seed and number of rows give the same bytes on every machine: all randomness comes
 * from the generator below, all mathematics from {@link StrictMath}, and no clock is read.
 *
 * <p>Memory does not grow with the number of rows. The world is played in event time, and a row
 * waits in a queue only until the world's time has reached the row's arrival.
 *
 * <pre>
 * java Generate.java [--rows=300000] [--seed=20260105] [--out=data] [--force]
 * </pre>
 */
public final class Generate {
  /** Changes whenever the rows made from one seed change, so that old files are made anew. */
  private static final int VERSION = 1;

  private static final long START = Instant.parse("2026-01-05T06:00:00Z").toEpochMilli();

  /** The join's bound. Some delays are put exactly on it and one millisecond beyond. */
  private static final long BOUND = 600_000;

  /** Every row arrives less than this after it happened. */
  private static final long MAX_ARRIVAL_DELAY = 300_000;

  private static final long MAX_CLICK_DELAY = 6 * 3_600_000L;
  private static final double MEAN_GAP = 72;
  private static final int USERS = 40_000;
  private static final int ADS = 800;
  private static final int FAVOURITES = 3;

  private final Noise noise;
  private final long rows;
  private final Zipf users = new Zipf(USERS, 0.6);
  private final Zipf ads = new Zipf(ADS, 1.1);
  private final Arrivals impressions;
  private final Arrivals clicks;
  private long impressionIds;
  private long clickIds;

  private Generate(long seed, long rows, Arrivals impressions, Arrivals clicks) {
    this.noise = new Noise(seed);
    this.rows = rows;
    this.impressions = impressions;
    this.clicks = clicks;
  }

  public static void main(String[] args) throws IOException {
    long rows = 300_000;
    long seed = 20_260_105;
    Path out = null;
    boolean force = false;
    for (String arg : args) {
      if (arg.startsWith("--rows=")) {
        rows = number(arg);
      } else if (arg.startsWith("--seed=")) {
        seed = number(arg);
      } else if (arg.startsWith("--out=")) {
        out = Path.of(value(arg));
      } else if (arg.equals("--force")) {
        force = true;
      } else {
        throw usage("\"" + arg + "\" is not known here.");
      }
    }
    if (rows < 1) {
      throw usage("rows must be at least 1, but rows = " + rows + ".");
    }
    if (out == null) {
      out = dataFolder();
    }
    String made = "version=" + VERSION + " seed=" + seed + " rows=" + rows;
    Path note = out.resolve("MADE.txt");
    Path impressionFile = out.resolve("impressions.jsonl.gz");
    Path clickFile = out.resolve("clicks.csv.gz");
    if (!force
        && Files.exists(note)
        && Files.exists(impressionFile)
        && Files.exists(clickFile)
        && Files.readString(note).startsWith(made + "\n")) {
      System.out.println("Already there: " + out);
      System.out.print(Files.readString(note));
      return;
    }
    Files.createDirectories(out);
    Files.deleteIfExists(note);
    StringBuilder text = new StringBuilder(made + "\n");
    try (TextFile impressionText = new TextFile(impressionFile);
        TextFile clickText = new TextFile(clickFile)) {
      Arrivals impressions = new Arrivals(impressionText);
      Arrivals clicks = new Arrivals(clickText);
      clickText.write("click_id,user_id,ad_id,cost,dwell_ms,clicked_at,label\r\n");
      new Generate(seed, rows, impressions, clicks).play();
      for (TextFile file : List.of(impressionText, clickText)) {
        file.finish();
        text.append(file.describe()).append('\n');
      }
      text.insert(
          made.length() + 1,
          "impressions: " + impressions.written + " rows\nclicks: " + clicks.written + " rows\n");
    }
    Files.writeString(note, text);
    System.out.println("Made: " + out);
    System.out.print(text);
  }

  private void play() {
    double now = START;
    while (impressionIds < rows) {
      now += noise.exponential(MEAN_GAP / rate(now));
      long time = (long) now;
      impressions.release(time);
      clicks.release(time);
      impression(time);
    }
    impressions.release(Long.MAX_VALUE);
    clicks.release(Long.MAX_VALUE);
  }

  /** Rows per mean gap: a wave of two hours, and every 47 minutes a rush of three minutes. */
  private static double rate(double now) {
    double minutes = (now - START) / 60_000;
    double wave = 1 + 0.4 * StrictMath.sin(minutes * 2 * StrictMath.PI / 120);
    return minutes % 47 < 3 ? wave * 2.5 : wave;
  }

  private void impression(long time) {
    String user;
    int ad;
    if (noise.chance(0.005)) {
      // A crawler that reloads one page all day: the hottest key.
      user = "u-crawler";
      ad = 7;
    } else {
      int u = users.draw(noise);
      user = "u-" + u;
      ad = noise.chance(0.6) ? favourite(u) : ads.draw(noise);
    }
    String userOrNull = noise.chance(0.012) ? null : user;
    String line = impressionLine(time, userOrNull, ad);
    impressions.add(time + arrivalDelay(), noise.chance(0.001) ? damagedJson(line, ad) : line);
    if (noise.chance(0.01)) {
      // The client got no answer and sent the impression again.
      impressions.add(time + arrivalDelay(), line);
    }
    if (noise.chance(0.72)) {
      clicksAfter(time, user, ad);
    }
    if (noise.chance(0.08)) {
      // A click on something that was shown before the recording began, or never.
      click(time, time, "u-" + users.draw(noise), ads.draw(noise));
    }
  }

  private void clicksAfter(long shown, String user, int ad) {
    long time = shown + clickDelay();
    click(shown, time, user, ad);
    while (noise.chance(0.2)) {
      // An impatient finger.
      time += 80 + noise.below(1_900);
      click(shown, time, user, ad);
    }
  }

  private void click(long now, long time, String user, int ad) {
    String userOrNull = noise.chance(0.008) ? null : user;
    String line = clickLine(time, userOrNull, ad);
    long arrival = Math.max(now, time + arrivalDelay());
    clicks.add(arrival, noise.chance(0.0012) ? damagedCsv(line) : line);
    if (noise.chance(0.025)) {
      // The same for a click.
      clicks.add(Math.max(arrival, time + arrivalDelay()), line);
    }
  }

  /** Half within 25 seconds, one in forty beyond ten minutes; some exactly on the join's ends. */
  private long clickDelay() {
    double kind = noise.uniform();
    if (kind < 0.0004) {
      return BOUND;
    }
    if (kind < 0.0008) {
      return BOUND + 1;
    }
    if (kind < 0.0012) {
      return 0;
    }
    if (kind < 0.004) {
      // A client whose clock runs behind: the click seems to come before the impression.
      return -1 - noise.below(2_000);
    }
    return Math.min(MAX_CLICK_DELAY, (long) (25_000 * StrictMath.exp(1.6 * noise.gaussian())));
  }

  /** Mostly a second or two; one in a hundred, a phone that was offline for minutes. */
  private long arrivalDelay() {
    double median = noise.chance(0.01) ? 60_000 : 700;
    return Math.min(
        MAX_ARRIVAL_DELAY - 1, (long) (median * StrictMath.exp(0.8 * noise.gaussian())));
  }

  private int favourite(int user) {
    long hash = Noise.mix(user * 31L + noise.below(FAVOURITES));
    return (int) Long.remainderUnsigned(hash, ADS);
  }

  private String impressionLine(long time, String user, int ad) {
    StringBuilder line = new StringBuilder(200);
    line.append("{\"impression_id\":\"i-").append(++impressionIds).append('"');
    if (user != null) {
      line.append(",\"user_id\":\"").append(user).append('"');
    } else if (noise.chance(0.5)) {
      line.append(",\"user_id\":null");
    }
    line.append(",\"ad_id\":\"a-").append(ad);
    line.append("\",\"campaign_id\":\"c-").append(ad % 40);
    line.append("\",\"bid_micros\":").append(200 + noise.below(9_800));
    line.append(",\"viewable\":").append(noise.chance(0.8));
    line.append(",\"shown_at\":");
    // One of the clients writes times as a number.
    if (noise.chance(0.02)) {
      line.append(time);
    } else {
      line.append('"').append(Instant.ofEpochMilli(time)).append('"');
    }
    if (noise.chance(0.05)) {
      // A newer client sends more than the spec asks for.
      line.append(",\"device\":{\"os\":\"os-").append(noise.below(4));
      line.append("\",\"sizes\":[320,50]}");
    }
    return line.append("}\n").toString();
  }

  private String clickLine(long time, String user, int ad) {
    StringBuilder line = new StringBuilder(120);
    line.append("k-").append(++clickIds).append(',');
    line.append(user == null ? "" : user).append(",a-").append(ad);
    line.append(",0.").append(1_000 + noise.below(9_000)).append(',');
    if (noise.chance(0.7)) {
      line.append(noise.below(90_000));
    }
    line.append(',').append(Instant.ofEpochMilli(time)).append(',').append(label());
    return line.append("\r\n").toString();
  }

  private String label() {
    double kind = noise.uniform();
    if (kind < 0.9) {
      return "";
    }
    if (kind < 0.96) {
      return "banner";
    }
    if (kind < 0.98) {
      return "\"Sale, today only\"";
    }
    if (kind < 0.99) {
      return "\"the \"\"big\"\" one\"";
    }
    return kind < 0.999 ? "Größe XL" : "\"two\nlines\"";
  }

  private String damagedJson(String line, int ad) {
    return switch (noise.below(6)) {
      case 0 -> line.substring(0, 1 + noise.below(line.length() - 3)) + "\n";
      case 1 -> line.replaceFirst("\"ad_id\":\"a-[0-9]+\"", "\"ad_id\":" + ad);
      case 2 -> line.replaceFirst("\"bid_micros\":[0-9]+", "\"bid_micros\":\"n/a\"");
      case 3 -> line.replaceFirst("\"campaign_id\":\"c-[0-9]+\",", "");
      case 4 -> line.replaceFirst("\"shown_at\":[^,}]+", "\"shown_at\":\"2026-02-30T25:61:00Z\"");
      default -> "[" + line.strip() + "]\n";
    };
  }

  private String damagedCsv(String line) {
    String[] fields = line.split(",", 7);
    switch (noise.below(5)) {
      case 0 -> {
        return fields[0] + "," + fields[1] + "\r\n";
      }
      case 1 -> fields[3] = "n/a";
      case 2 -> fields[4] = "1.5s";
      case 3 -> fields[5] = "05/01/2026 06:00";
      default -> fields[5] = "";
    }
    return String.join(",", fields);
  }

  /** Uses the folder of this program, whether called from there or from the project's root. */
  private static Path dataFolder() {
    for (Path folder : List.of(Path.of(""), Path.of("testdata", "impressions-clicks"))) {
      if (Files.exists(folder.resolve("Generate.java"))) {
        return folder.resolve("data");
      }
    }
    throw usage("say where to write: --out=FOLDER.");
  }

  private static String value(String arg) {
    return arg.substring(arg.indexOf('=') + 1);
  }

  private static long number(String arg) {
    try {
      return Long.parseLong(value(arg));
    } catch (NumberFormatException e) {
      throw usage("\"" + value(arg) + "\" is not a whole number.");
    }
  }

  private static RuntimeException usage(String problem) {
    System.err.println(
        "Generate: "
            + problem
            + "\nUse: java Generate.java [--rows=N] [--seed=N] [--out=FOLDER] [--force]");
    System.exit(2);
    return new IllegalStateException("unreachable");
  }

  /** Lines waiting for their time of arrival. */
  private static final class Arrivals {
    private record Line(long arrival, long order, String text) {}

    private final PriorityQueue<Line> waiting =
        new PriorityQueue<>(
            (a, b) ->
                a.arrival != b.arrival
                    ? Long.compare(a.arrival, b.arrival)
                    : Long.compare(a.order, b.order));
    private final TextFile file;
    private long order;
    private long written;

    Arrivals(TextFile file) {
      this.file = file;
    }

    void add(long arrival, String text) {
      waiting.add(new Line(arrival, order++, text));
    }

    /** Writes what has arrived before {@code time}: nothing that is added later can precede it. */
    void release(long time) {
      while (!waiting.isEmpty() && waiting.peek().arrival < time) {
        file.write(waiting.poll().text);
        written++;
      }
    }
  }

  /** A compressed text file that appears under its name once it is whole. */
  private static final class TextFile implements AutoCloseable {
    private final Path path;
    private final Path partial;
    private final MessageDigest digest;
    private final OutputStream stream;
    private long bytes;

    TextFile(Path path) throws IOException {
      this.path = path;
      this.partial = path.resolveSibling(path.getFileName() + ".partial");
      this.stream = new GZIPOutputStream(Files.newOutputStream(partial), 1 << 16);
      try {
        this.digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    void write(String text) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      digest.update(encoded);
      bytes += encoded.length;
      try {
        stream.write(encoded);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void finish() throws IOException {
      stream.close();
      Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
    }

    String describe() {
      return path.getFileName()
          + ": "
          + bytes
          + " bytes of text, sha256 "
          + HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public void close() throws IOException {
      stream.close();
      Files.deleteIfExists(partial);
    }
  }

  /** Whole numbers from 0, each rarer than the one before it. */
  private static final class Zipf {
    private final double[] upTo;

    Zipf(int size, double exponent) {
      upTo = new double[size];
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum += StrictMath.pow(i + 1, -exponent);
        upTo[i] = sum;
      }
    }

    int draw(Noise noise) {
      double at = noise.uniform() * upTo[upTo.length - 1];
      int low = 0;
      int high = upTo.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (upTo[middle] <= at) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  /** SplitMix64, written out so that no version of a library can change the rows. */
  private static final class Noise {
    private long state;

    Noise(long seed) {
      state = seed;
    }

    static long mix(long z) {
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return z ^ (z >>> 31);
    }

    double uniform() {
      state += 0x9e3779b97f4a7c15L;
      return (mix(state) >>> 11) * 0x1.0p-53;
    }

    boolean chance(double probability) {
      return uniform() < probability;
    }

    int below(int limit) {
      return (int) (uniform() * limit);
    }

    double exponential(double mean) {
      return -mean * StrictMath.log(1 - uniform());
    }

    double gaussian() {
      double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
      return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
    }
  }
}
