package dev.mortise.pipeline.dashboard;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mortise.join.IntervalJoinResult;
import dev.mortise.pipeline.dashboard.Controls.Slider;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.RunSummary;
import dev.mortise.pipeline.summary.RunSummary.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a run on a page, once a second, from its start until it is closed: rates, watermarks, what
 * is buffered, what became of the rows. What it shows it takes from the run's counters, which come
 * from any runner, and from this JVM: the watermarks of the sources that read here, and the last
 * rows of the steps that run here.
 */
public final class Dashboard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Dashboard.class);

  private final PipelineSpec spec;
  private final String runner;
  private final @Nullable Controls controls;
  private final RecentRows recent;
  private final GapBuckets buckets;
  private final StateJson state;
  private final History history = new History();
  private final long started = System.currentTimeMillis();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "mortise-dashboard-samples");
            thread.setDaemon(true);
            return thread;
          });
  private final PageServer server;

  private Dashboard(int port, PipelineSpec spec, String runner, @Nullable Controls controls)
      throws IOException {
    this.spec = spec;
    this.runner = runner;
    this.controls = controls;
    this.recent = RecentRows.open(GapBins.of(spec.join().interval()));
    this.buckets = GapBuckets.of(spec.join().interval());
    this.state = new StateJson(spec, recent, buckets);
    this.server = new PageServer(port, this::json, controls);
  }

  /**
   * Starts a page.
   *
   * @param port on loopback; 0 for any that is free
   * @param runner what the user calls the runner
   * @param controls what the reader may change; null for nothing
   * @throws IOException if the port is taken
   */
  public static Dashboard start(
      int port, PipelineSpec spec, String runner, @Nullable Controls controls) throws IOException {
    return new Dashboard(port, spec, runner, controls);
  }

  /** Where the page is. */
  public URI address() {
    return server.address();
  }

  RecentRows recent() {
    return recent;
  }

  /** Adds the steps to a pipeline that show its last rows. */
  public void keepRows(IntervalJoinResult<Row, Row, Row> joined) {
    KeepRows.of(joined, spec, recent);
  }

  /**
   * Begins to watch the run.
   *
   * @param counters the run's counters so far; asked once a second
   */
  public void follow(Supplier<CounterTotals> counters) {
    // What is thrown here would end the samples, and be seen by nobody.
    Future<?> unused =
        clock.scheduleAtFixedRate(
            () -> {
              try {
                sample(counters.get());
              } catch (RuntimeException e) {
                LOG.debug("The run could not be watched this time.", e);
              }
            },
            0,
            1,
            TimeUnit.SECONDS);
  }

  /** Remembers what the run has done up to now. */
  void sample(CounterTotals totals) {
    long now = System.currentTimeMillis();
    RunSummary summary =
        RunSummary.of(spec, Outcome.CANCELLED, totals, Duration.ofMillis(now - started));
    List<Standing> standings = WatermarkBoard.standings();
    Map<String, Long> lags = new HashMap<>();
    for (String input : List.of(spec.join().left(), spec.join().right())) {
      InputWatermark.of(input, standings).lag(now).ifPresent(lag -> lags.put(input, lag));
    }
    history.add(new Sample(now, summary, recent.gaps(), buckets.counts(totals), lags));
  }

  private byte[] json() {
    long now = System.currentTimeMillis();
    ObjectNode json = state.of(history.view(), WatermarkBoard.standings(), now);
    json.put("runner", runner);
    json.put("started", started);
    Controls can = controls;
    if (can != null) {
      put(json.putObject("controls"), can);
    }
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void put(ObjectNode json, Controls can) {
    json.put("now", can.now());
    ArrayNode sliders = json.putArray("sliders");
    for (Slider slider : can.sliders()) {
      ObjectNode to = sliders.addObject();
      to.put("id", slider.id());
      to.put("label", slider.label());
      to.put("unit", slider.unit());
      to.put("min", slider.min());
      to.put("max", slider.max());
      to.put("step", slider.step());
      to.put("value", slider.value());
      to.put("note", slider.note());
    }
    ArrayNode counts = json.putArray("gaps");
    GapBins bins = recent.bins();
    // As wide again as the bound on its far side, and a little on the near one.
    long first = -2;
    long[] made = new long[2 * bins.count() + 2];
    long beyond = 0;
    for (long gap : can.gaps()) {
      long at = bins.indexOf(gap) - first;
      if (at >= 0 && at < made.length) {
        made[(int) at]++;
      } else {
        beyond++;
      }
    }
    json.put("gaps_first", first);
    json.put("gaps_beyond", beyond);
    for (long count : made) {
      counts.add(count);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    server.close();
    recent.close();
  }
}
