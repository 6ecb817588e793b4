package dev.mortise.conformance;

import java.util.Locale;

/** Spec files of a {@link JoinSetting}. */
final class Spec {
  private Spec() {}

  /**
   * A spec that writes all four outputs below {@code out/}.
   *
   * @param source of the left and of the right input: {@code from} and what belongs to it, with %s
   *     for the input's name
   */
  static String of(JoinSetting join, String source) {
    return of(join, String.format(source, "left"), String.format(source, "right"));
  }

  /** The same with a source of its own for each input. */
  static String of(JoinSetting join, String left, String right) {
    return "name: conformance\ninputs:\n"
        + input("left", left)
        + input("right", right)
        + "join:\n  left: left\n  right: right\n"
        + String.format("  on: %s%n", join.keyFields())
        + String.format("  type: %s%n", join.type().name().toLowerCase(Locale.ROOT))
        + String.format(
            "  within: {lower: %dms, upper: %dms%s}%n",
            join.lower(), join.upper(), excluded(join.excluded()))
        + String.format("  allowed_lateness: %dms%n", join.lateness())
        + String.format("  late: %s%n", join.divert() ? "divert" : "join")
        + outputs();
  }

  private static String input(String name, String source) {
    return String.format(
        "  %s:%n    format: json%n    schema: %s%n    event_time: time%n    %s%n",
        name, StreamRow.SCHEMA, source);
  }

  private static String excluded(JoinSetting.Excluded ends) {
    return ends == JoinSetting.Excluded.none ? "" : ", exclusive: " + ends;
  }

  private static String outputs() {
    StringBuilder outputs = new StringBuilder("outputs:\n");
    for (String output : Lines.OUTPUTS) {
      outputs.append(String.format("  %s: {to: {files: out/%s}}%n", output, output));
    }
    return outputs.toString();
  }
}
