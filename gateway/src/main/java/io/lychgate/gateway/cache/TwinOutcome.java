package io.lychgate.gateway.cache;

/** The end of an attempt to make a twin. */
enum TwinOutcome {
  /** It is stored beside the plain body. */
  MADE("made"),
  /** It would not be smaller than the plain body. */
  NOT_SMALLER("not_smaller"),
  /** The plain body is larger than {@link TwinMaker#LARGEST}. */
  TOO_LARGE("too_large"),
  /** The responses of the URL take all the memory that one URL may take. */
  NO_ROOM("no_room"),
  /** The response was purged, evicted or replaced before. */
  GONE("gone"),
  /** Too many others wait. */
  QUEUE_FULL("queue_full"),
  /** The library has failed, or there was no memory. */
  FAILED("failed");

  private final String tag;

  TwinOutcome(String tag) {
    this.tag = tag;
  }

  /** The name in metrics. */
  String tag() {
    return tag;
  }

  /** Returns true if another attempt could end in another way. */
  boolean mayChange() {
    return this == MADE || this == GONE || this == QUEUE_FULL;
  }
}
