package dev.mortise.runner.flink;

import dev.mortise.pipeline.sink.kafka.LastingFailures;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Makes exceptions behind which Flink gives a job up instead of restarting it for ever. */
public final class FlinkLastingFailures implements LastingFailures {

  @Override
  public RuntimeException failure(String message) {
    return new LastingFailureException(message);
  }

  @ThrowableAnnotation(ThrowableType.NonRecoverableError)
  private static final class LastingFailureException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    LastingFailureException(String message) {
      super(message);
    }
  }
}
