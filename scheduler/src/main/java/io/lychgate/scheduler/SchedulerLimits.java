package io.lychgate.scheduler;

/** The bounds of this module, with the reason of each. */
public final class SchedulerLimits {
  /**
   * Streams of a tree that PRIORITY frames made and no request has used yet. H2O allows 16: Firefox's groups
   * needed 5, nghttp's need 5, and each node costs memory that a client can order for 14 octets.
   */
  public static final int IDLE_STREAMS = 16;

  /**
   * Closed streams that keep their place in the tree. A client may still name one as parent because
   * its frame and our END_STREAM passed each other (RFC 7540 5.3.4); later versions of H2O keep 10.
   */
  public static final int CLOSED_STREAMS = 10;

  private SchedulerLimits() {}
}
