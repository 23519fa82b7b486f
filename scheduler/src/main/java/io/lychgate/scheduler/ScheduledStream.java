package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/** The handle of one stream in a {@link StreamScheduler}. */
public interface ScheduledStream {
  int streamId();

  /** Returns the object given to {@link StreamScheduler#open}; null for an idle stream. */
  @Nullable
  Object owner();

  /** Returns the current place of the stream. A tree creates a new record for each call. */
  StreamPriority priority();

  /**
   * Returns the stream's urgency, or the urgency that its place represents. In a tree, only the weight of a stream placed
   * exclusively below another represents an urgency: Chromium orders in this way. Every other place in a tree is u=3, as for a
   * client that states nothing.
   */
  Urgency standing();

  /** Returns true if the stream has data and window. */
  boolean isActive();

  /** Returns true if no other stream is above it. Always true without a tree. */
  boolean dependsOnRoot();
}
