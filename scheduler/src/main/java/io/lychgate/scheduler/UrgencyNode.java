package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/** One stream in {@link UrgencyQueues}. */
final class UrgencyNode extends StreamNode<UrgencyNode> {
  Urgency priority;

  /** True once the gateway has decided on it; priorities from the client are then ignored. */
  boolean overridden;

  /** The queue that contains it; null while it is not active. */
  @Nullable
  UrgencyQueue queue;

  @Nullable
  UrgencyNode previous;

  @Nullable
  UrgencyNode next;

  UrgencyNode(int streamId, Urgency priority) {
    super(streamId);
    this.priority = priority;
  }

  @Override
  public StreamPriority priority() {
    return priority;
  }

  @Override
  public Urgency standing() {
    return priority;
  }

  @Override
  public boolean isActive() {
    return queue != null;
  }

  @Override
  public boolean dependsOnRoot() {
    return true;
  }
}
