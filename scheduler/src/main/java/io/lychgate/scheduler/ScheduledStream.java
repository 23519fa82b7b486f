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

  /** It has data and window. */
  boolean isActive();

  /** No other stream stands above it. Always true where there is no tree. */
  boolean dependsOnRoot();
}
