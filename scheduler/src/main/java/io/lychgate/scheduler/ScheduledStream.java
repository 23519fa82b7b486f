package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/** The handle of one stream in a {@link StreamScheduler}. */
public interface ScheduledStream {
  int streamId();

  /** What was given to {@link StreamScheduler#open}; null for an idle stream. */
  @Nullable
  Object owner();

  /** Where the stream stands now. A tree makes a new record for each call. */
  StreamPriority priority();

  /**
   * The urgency that it has, or that its place stands for. In a tree that is the weight of a stream that
   * was put exclusively below another: Chromium orders so, with weights that stand for urgencies. Every
   * other place in a tree is u=3, as of a client that says nothing.
   */
  Urgency standing();

  /** It has data and window. */
  boolean isActive();

  /** No other stream stands above it. Always true where there is no tree. */
  boolean dependsOnRoot();
}
