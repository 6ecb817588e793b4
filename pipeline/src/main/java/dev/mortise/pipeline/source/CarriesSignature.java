package dev.mortise.pipeline.source;

/**
 * Says of an unbounded source that it knows what its job's state was written with. A runner keeps
 * the source in that state, and so the one is found with the other.
 */
public interface CarriesSignature {

  /** The signature of the job's state, as JSON. */
  String stateSignature();
}
