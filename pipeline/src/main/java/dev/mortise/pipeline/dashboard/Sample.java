package dev.mortise.pipeline.dashboard;

import dev.mortise.pipeline.summary.RunSummary;
import java.util.List;
import java.util.Map;

/**
 * What a run had done at one moment.
 *
 * @param millis processing time, since 1970
 * @param totals counts since the run began
 * @param gaps pairs since the run began, by bin of their gap, as far as they came by here
 * @param bucketedGaps pairs since the run began, by bucket of their gap, as the counters have them
 * @param lags by input, how far its watermark trailed processing time, in milliseconds; without the
 *     inputs that have no watermark yet
 */
record Sample(
    long millis,
    RunSummary totals,
    List<Long> gaps,
    List<Long> bucketedGaps,
    Map<String, Long> lags) {}
