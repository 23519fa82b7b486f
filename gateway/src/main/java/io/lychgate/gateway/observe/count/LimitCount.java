package io.lychgate.gateway.observe.count;

/** Counters of a limit of requests. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum LimitCount {
  /** A request within the limit. */
  ADMITTED("admitted"),
  /** A request that the limit refused. */
  REFUSED("refused"),
  /** A request that the limit would have refused without its dry run. */
  DRY_RUN("dry_run");

  private static final int SIZE = values().length;

  private final String tag;

  LimitCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  public int of(int limit) {
    return limit * SIZE + ordinal();
  }
}
