package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.util.UserCodeException;
import org.junit.jupiter.api.Test;

class FailureTest {
  @Test
  void unwrapsWhatOnlyWraps() {
    Throwable thrown =
        new PipelineExecutionException(
            new RuntimeException(
                new ExecutionException(
                    UserCodeException.wrap(new IOException("No space left on device")))));

    assertThat(Failure.line(thrown))
        .isEqualTo("The run failed: No space left on device (IOException)");
  }

  @Test
  void keepsTheMessageOfAWrapperThatHasOne() {
    Throwable thrown =
        new RuntimeException("could not rename out/x.tmp", new IOException("Permission denied"));

    assertThat(Failure.line(thrown))
        .isEqualTo(
            "The run failed: could not rename out/x.tmp (RuntimeException): Permission denied"
                + " (IOException)");
  }

  @Test
  void namesTheStep_whenTheRunnerDoes() {
    Throwable thrown =
        new RuntimeException(
            "Exception in step 'WriteMatched/Write'", new ArithmeticException("/ by zero"));

    assertThat(Failure.line(thrown))
        .isEqualTo("The run failed in step WriteMatched/Write: / by zero (ArithmeticException)");
  }

  @Test
  void staysOnOneLine_andNamesTheKindWhereThereIsNoMessage() {
    assertThat(Failure.line(new IllegalStateException("one\n  two")))
        .isEqualTo("The run failed: one two");
    assertThat(Failure.line(new NullPointerException()))
        .isEqualTo("The run failed: NullPointerException");
  }

  @Test
  void endsThoughCausesGoInCircles() {
    Exception a = new Exception("a");
    Exception b = new Exception("b", a);
    a.initCause(b);

    assertThat(Failure.line(a)).startsWith("The run failed: a");
  }

  @Test
  void saysWhatToDo_whenMemoryRanOut() {
    assertThat(Failure.line(new RuntimeException(new OutOfMemoryError("Java heap space"))))
        .contains("ran out of memory (Java heap space)")
        .contains("MORTISE_JAVA_OPTS");
  }
}
