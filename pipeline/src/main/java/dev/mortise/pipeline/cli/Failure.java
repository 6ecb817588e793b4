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

  /** One line: the step, where it is known; what went wrong; what that came from. */
  static String line(Throwable thrown) {
    List<Throwable> causes = causes(thrown);
    Throwable root = causes.get(causes.size() - 1);
    if (root instanceof OutOfMemoryError) {
      return String.format(
          "The run failed: it ran out of memory (%s). Give it more with"
              + " MORTISE_JAVA_OPTS=-Xmx6g, or shorten the join's bound.",
          root.getMessage());
    }
    String what = what(root);
    for (Throwable cause : causes) {
      if (cause != root && !isWrapper(cause)) {
        return "The run failed" + step(causes) + ": " + what(cause) + ": " + what;
      }
    }
    return "The run failed" + step(causes) + ": " + what;
  }

  /** The message, and the kind of exception where that is news. */
  private static String what(Throwable t) {
    String kind = t.getClass().getSimpleName();
    String message = t.getMessage();
    if (message == null || message.isBlank()) {
      return kind;
    }
    String text = message.strip().replaceAll("\\s*\\R\\s*", " ");
    return t.getClass().getName().startsWith(OURS) || t instanceof IllegalStateException
        ? text
        : text + " (" + kind + ")";
  }

  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  /** Whether it says no more than that something else went wrong. */
  private static boolean isWrapper(Throwable t) {
    Throwable cause = t.getCause();
    String message = t.getMessage();
    return t instanceof PipelineExecutionException
        || t instanceof UserCodeException
        || t instanceof ExecutionException
        || t instanceof CompletionException
        || message == null
        || (cause != null && message.contains(cause.toString()))
        || STEP.matcher(message).find();
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
}
