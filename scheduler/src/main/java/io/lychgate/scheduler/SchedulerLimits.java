package io.lychgate.scheduler;

/** The bounds of this module, with the reason of each. */
public final class SchedulerLimits {
  /**
   * Maximum number of streams in a tree that PRIORITY frames created and no request has used. H2O allows 16: Firefox's groups
   * needed 5, nghttp's need 5. Each node costs memory that a client can allocate with 14 bytes.
   */
  public static final int IDLE_STREAMS = 16;

  /**
   * Number of closed streams that keep their place in the tree. A client may still name one as parent, because its frame and the
   * gateway's END_STREAM crossed (RFC 7540 5.3.4). Later versions of H2O keep 10.
   */
  public static final int CLOSED_STREAMS = 10;

  private SchedulerLimits() {}
}
