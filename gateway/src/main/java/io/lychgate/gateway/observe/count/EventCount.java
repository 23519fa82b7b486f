package io.lychgate.gateway.observe.count;

/** Counters with one value for each loop. The ordinal is the index of the counter, the tag its outcome in metrics. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum EventCount {
  PUSHES_SENT("sent"),
  PUSHES_REFUSED("refused"),
  PUSHES_RESET("reset"),
  HINTS_SENT("sent"),
  HINT_LINKS("links"),
  EARLY_CONNECTIONS_TAKEN("taken"),
  EARLY_CONNECTIONS_LATE("late"),
  EARLY_REQUESTS_SERVED("served"),
  EARLY_REQUESTS_HELD("held");

  private final String tag;

  EventCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Index of its counter. */
  public int index() {
    return ordinal();
  }
}
