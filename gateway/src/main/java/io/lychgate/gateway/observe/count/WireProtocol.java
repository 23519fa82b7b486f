package io.lychgate.gateway.observe.count;

/** The HTTP version of a client connection, with its metric tag. */
public enum WireProtocol {
  HTTP_1_1(0, "h1"),
  HTTP_2(1, "h2"),
  HTTP_3(2, "h3");

  /** The number of protocols; {@code values()} would copy an array. */
  public static final int COUNT = 3;

  private final int index;
  private final String tag;

  WireProtocol(int index, String tag) {
    this.index = index;
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Index of its counters. */
  public int index() {
    return index;
  }
}
