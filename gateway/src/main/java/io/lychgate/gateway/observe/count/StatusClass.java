package io.lychgate.gateway.observe.count;

/** The first digit of a final status code, or {@link #ABORTED} if none was sent. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum StatusClass {
  ABORTED("aborted"),
  INFORMATIONAL("1xx"),
  SUCCESSFUL("2xx"),
  REDIRECTION("3xx"),
  CLIENT_ERROR("4xx"),
  SERVER_ERROR("5xx");

  public static final int COUNT = 6;

  private final String tag;

  StatusClass(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Returns the ordinal of the class of this status. */
  public static int indexOf(int status) {
    int digit = status / 100;
    return digit >= 1 && digit <= 5 ? digit : 0;
  }

  /** Index of its counters. */
  public int index() {
    return ordinal();
  }
}
