package io.lychgate.gateway.observe;

/** What is counted once for a loop. The ordinal is the counter's place, the tag its outcome in metrics. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
enum EventCount {
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

  String tag() {
    return tag;
  }

  /** Place of its counters. */
  int index() {
    return ordinal();
  }
}
