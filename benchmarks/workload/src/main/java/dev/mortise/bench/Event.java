package dev.mortise.bench;

/** A row. Public fields and an empty constructor, as Flink's serializer for plain objects asks. */
public final class Event {
  public long id;
  public long key;
  public long time;
  public byte[] payload = new byte[0];

  public Event() {}

  public Event(long id, long key, long time, byte[] payload) {
    this.id = id;
    this.key = key;
    this.time = time;
    this.payload = payload;
  }
}
