package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/** The common part of the nodes of both schedulers: number, owner, state and a place in the table. */
abstract class StreamNode<N extends StreamNode<N>> implements ScheduledStream {
  /**
   * <pre>
   * PRIORITY -> IDLE -- open --> OPEN -- close --> CLOSED
   *                  open ------^
   * </pre>
   */
  enum State {
    IDLE,
    OPEN,
    CLOSED
  }

  final int streamId;
  State state = State.IDLE;

  @Nullable
  Object owner;

  /** The next node in the same bucket of {@link StreamTable}. */
  @Nullable
  N nextInBucket;

  StreamNode(int streamId) {
    this.streamId = streamId;
  }

  @Override
  public final int streamId() {
    return streamId;
  }

  @Override
  public final @Nullable Object owner() {
    return owner;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "(" + streamId + ", " + state + ", " + priority() + ")";
  }
}
