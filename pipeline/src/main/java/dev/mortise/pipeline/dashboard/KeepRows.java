package dev.mortise.pipeline.dashboard;

import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import dev.mortise.pipeline.sink.OutputLines;
import dev.mortise.pipeline.spec.PipelineSpec;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** The steps that let {@link RecentRows} see what a join puts out. They keep no state. */
final class KeepRows {
  private final String id;

  private KeepRows(String id) {
    this.id = id;
  }

  /** Adds the steps behind the outputs of a join. */
  static void of(IntervalJoinResult<Row, Row, Row> joined, PipelineSpec spec, RecentRows rows) {
    OutputLines lines = OutputLines.of(spec);
    KeepRows keep = new KeepRows(rows.id());
    keep.step("ShowPairs", Kind.PAIRS, joined.matched(), lines::matched);
    keep.step(
        "ShowUnmatchedLeft",
        Kind.UNMATCHED,
        joined.unmatchedLeft(),
        row -> lines.unmatched(JoinSide.LEFT, row));
    keep.step(
        "ShowUnmatchedRight",
        Kind.UNMATCHED,
        joined.unmatchedRight(),
        row -> lines.unmatched(JoinSide.RIGHT, row));
    keep.step("ShowLate", Kind.LATE, joined.late(), lines::late);
  }

  private <T> void step(
      String name, Kind kind, PCollection<T> rows, SerializableFunction<T, String> line) {
    rows.apply(name, ParDo.of(new KeepRowsFn<>(id, kind, line))).setCoder(VoidCoder.of());
  }
}
