package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.Nullable;

/** One stream of a recorded connection. Event loop only; other threads get a {@link StreamView}. */
final class RecordedStream {
  /** The time of an event that has not happened. */
  static final long NEVER = -1;

  final long id;
  /** The stream that promised it; 0 for a request of the client. */
  final long promisedOn;

  final RecordedRequest request;
  final long asked;
  long priority;
  int status;

  @Nullable
  String contentType;

  long bytes;
  int frames;
  final long openedNanos;
  long headNanos = NEVER;
  long firstNanos = NEVER;
  long lastNanos = NEVER;
  long endedNanos = NEVER;

  @Nullable
  StreamEnding ending;

  RecordedStream(
      long id, long promisedOn, RecordedRequest request, long priority, long openedNanos) {
    this.id = id;
    this.promisedOn = promisedOn;
    this.request = request;
    this.asked = priority;
    this.priority = priority;
    this.openedNanos = openedNanos;
  }

  void sent(long nanos, int count) {
    bytes += count;
    frames++;
    firstNanos = firstNanos == NEVER ? nanos : firstNanos;
    lastNanos = nanos;
  }
}
