package dev.mortise.pipeline.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.util.UserCodeException;

/** Says why a run failed, in one line. */
final class Failure {
  /** How a runner that knows the step writes it into a wrapping message. */
  private static final Pattern STEP = Pattern.compile("\\b[Ss]tep[ :='\"]+([A-Z][\\w/().-]*)");

  private static final String OURS = "dev.mortise.";

  private Failure() {}

  /** One line: where it is known, the step; the innermost cause's message and kind. */
  static String line(Throwable thrown) {
    List<Throwable> causes = causes(thrown);
    Throwable root = root(causes);
    if (root instanceof OutOfMemoryError) {
      return "The run failed: it ran out of memory ("
          + root.getMessage()
          + "). Give it more with MORTISE_JAVA_OPTS=-Xmx6g, or shorten the join's bound.";
    }
    String message = root.getMessage();
    String kind = root.getClass().getSimpleName();
    String what = message == null || message.isBlank() ? kind : oneLine(message);
    boolean plain = root.getClass().getName().startsWith(OURS) || what.equals(kind);
    return "The run failed"
        + step(causes)
        + ": "
        + what
        + (plain ? "" : (what.endsWith(".") ? " (" : " (") + kind + ")");
  }

  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  /**
   * The first cause that says something of its own. Its causes in turn only say how, as a rule:
   * where someone took the trouble of a message, that message is for the user.
   */
  private static Throwable root(List<Throwable> causes) {
    for (int i = 0; i < causes.size() - 1; i++) {
      if (!isWrapper(causes.get(i), causes.get(i + 1))) {
        return causes.get(i);
      }
    }
    return causes.get(causes.size() - 1);
  }

  private static boolean isWrapper(Throwable t, Throwable cause) {
    return t instanceof PipelineExecutionException
        || t instanceof UserCodeException
        || t instanceof ExecutionException
        || t instanceof CompletionException
        || t.getMessage() == null
        || t.getMessage().contains(cause.toString())
        || STEP.matcher(t.getMessage()).find()
        || !t.getClass().getName().startsWith(OURS) && t.getClass() == RuntimeException.class;
  }

  private static String step(List<Throwable> causes) {
    for (Throwable t : causes) {
      Matcher step = STEP.matcher(t.getMessage() == null ? "" : t.getMessage());
      if (step.find()) {
        return " in step " + step.group(1);
      }
    }
    return "";
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
