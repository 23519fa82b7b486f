package io.lychgate.jmh.urgency;

/** Change of the order while a large response is sent, and its priority scheme. */
enum Change {
  /** A new request ahead of the large one: exclusive child of the root (RFC 7540 section 5.3). */
  NEW_STREAM_TREE("new urgent stream, RFC 7540"),
  /** A PRIORITY frame moves a request that waits below the large one above it. */
  MOVED_TREE("waiting stream raised by PRIORITY"),
  /** A new request with urgency 0 (RFC 9218). */
  NEW_STREAM_URGENCY("new urgent stream, RFC 9218"),
  /** A PRIORITY_UPDATE frame raises a request of urgency 7 to 0 (RFC 9218 section 7.1). */
  MOVED_URGENCY("waiting stream raised by PRIORITY_UPDATE");

  private final String title;

  Change(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  boolean isTree() {
    return this == NEW_STREAM_TREE || this == MOVED_TREE;
  }

  /** Returns true if the urgent request is sent before the change. */
  boolean isOfWaitingStream() {
    return this == MOVED_TREE || this == MOVED_URGENCY;
  }
}
