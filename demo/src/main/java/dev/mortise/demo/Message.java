package dev.mortise.demo;

/**
 * A record on its way to Kafka.
 *
 * @param topic where it goes
 * @param key what chooses its partition
 * @param value what it holds
 * @param kind what the generator meant by it
 * @param eventTime when it happened, in milliseconds since 1970; for garbage, when it was sent
 * @param sendAt when it reaches Kafka, in milliseconds since 1970
 * @param gap for a payment of an order that exists, how long after it, in milliseconds; else -1
 * @param number in order of making, so that equal times have an order
 */
record Message(
    String topic,
    String key,
    Payload value,
    Kind kind,
    long eventTime,
    long sendAt,
    long gap,
    long number) {

  /** What the generator meant by a record. */
  enum Kind {
    ORDER,
    PAYMENT,
    /** A payment after one that was declined: an order with two partners. */
    RETRY,
    /** A record that was sent twice. */
    DUPLICATE,
    /** A payment that reached Kafka long after it was made. */
    DELAYED,
    /** A payment of no order. */
    STRAY,
    /** A payment that does not say of which order. */
    KEYLESS,
    /** Dated years ahead. */
    FUTURE,
    /** No row at all. */
    GARBAGE
  }
}
