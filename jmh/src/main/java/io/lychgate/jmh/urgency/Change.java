package io.lychgate.jmh.urgency;

/** What happens to the order while a large response is being sent, and in which scheme it is said. */
enum Change {
  /** A new request that goes before the large one: exclusive child of the root (RFC 7540 section 5.3). */
  NEW_STREAM_TREE("new urgent stream, RFC 7540"),
  /** A request that waits below the large one is moved above it by a PRIORITY frame. */
  MOVED_TREE("waiting stream raised by PRIORITY"),
  /** A new request with urgency 0 (RFC 9218). */
  NEW_STREAM_URGENCY("new urgent stream, RFC 9218"),
  /** A request of urgency 7 is raised to 0 by a PRIORITY_UPDATE frame (RFC 9218 section 7.1). */
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

  /** Whether the urgent request is there from the beginning. */
  boolean isOfWaitingStream() {
    return this == MOVED_TREE || this == MOVED_URGENCY;
  }
}
