package io.lychgate.gateway.observe;

/** The version of HTTP that a client connection speaks, with its metric tag. */
public enum WireProtocol {
  HTTP_1_1(0, "h1"),
  HTTP_2(1, "h2"),
  HTTP_3(2, "h3");

  /** Number of protocols; {@code values()} would copy an array. */
  static final int COUNT = 3;

  private final int index;
  private final String tag;

  WireProtocol(int index, String tag) {
    this.index = index;
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Place of its counters. */
  int index() {
    return index;
  }
}
