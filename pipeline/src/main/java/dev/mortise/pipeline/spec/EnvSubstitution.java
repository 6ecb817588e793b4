package dev.mortise.pipeline.spec;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills environment variables into a value: a dollar with the name in braces, or with the name,
 * {@code :-} and a default that serves when the variable is unset or empty. It works on values that
 * YAML has already been read from, so a variable can't add fields. A doubled dollar before a brace
 * stands for one dollar and the brace; any other dollar stands for itself.
 */
final class EnvSubstitution {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Function<String, @Nullable String> environment;

  EnvSubstitution(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /**
   * The text with its variables filled in.
   *
   * @throws UserMistake if a variable is not set and has no default, or is not written as one; the
   *     message is for the user and never holds a variable's value
   */
  String fill(String text) {
    return fill(text, value -> {});
  }

  /** The same; {@code values} is told what the environment, or a default, gave. */
  String fill(String text, Consumer<String> values) {
    int at = text.indexOf("${");
    if (at < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    int from = 0;
    while (at >= 0) {
      if (at > from && text.charAt(at - 1) == '$') {
        out.append(text, from, at - 1).append("${");
        from = at + 2;
      } else {
        int end = text.indexOf('}', at);
        if (end < 0) {
          String how = " has no closing brace. Write ${NAME}, or $${ for the characters ${.";
          throw new UserMistake(Quoted.of(text.substring(at)) + how, "a ${" + how);
        }
        String value = valueOf(text.substring(at + 2, end));
        values.accept(value);
        out.append(text, from, at).append(value);
        from = end + 1;
      }
      at = text.indexOf("${", from);
    }
    return out.append(text.substring(from)).toString();
  }

  private String valueOf(String reference) {
    int dash = reference.indexOf(":-");
    String name = dash < 0 ? reference : reference.substring(0, dash);
    if (!NAME.matcher(name).matches() || reference.contains("${")) {
      String how =
          " does not name a variable. Write ${NAME} or ${NAME:-default}, or $${ for the characters"
              + " ${.";
      throw new UserMistake(Quoted.of("${" + reference + "}") + how, "a ${...}" + how);
    }
    String value = environment.apply(name);
    if (dash >= 0) {
      return value == null || value.isEmpty() ? reference.substring(dash + 2) : value;
    }
    if (value == null) {
      throw new UserMistake(
          String.format(
              "the environment variable %1$s is not set. Set it, or write ${%1$s:-default}.",
              name));
    }
    return value;
  }
}
