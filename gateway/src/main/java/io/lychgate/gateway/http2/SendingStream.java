package io.lychgate.gateway.http2;

import io.lychgate.scheduler.ScheduledStream;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** A stream as {@link SchedulerDistributor} sees it: its data to send, and the conditions that keep it from its turns. */
final class SendingStream {
  final Http2Stream stream;
  final Http2ClientStream owner;

  /** The place of the stream; null once it has closed. */
  @Nullable
  ScheduledStream scheduled;

  long pendingBytes;

  /** Bytes of the pending data that the stream's window allows. */
  int streamableBytes;

  boolean isSendable;

  /** Set while its responder has been resumed but has not yet written data. */
  boolean isRefilling;

  /** Time at which its responder was resumed. */
  long resumedNanos;

  /** Set while the stream is ahead of a page and there is no room. */
  boolean isHeld;

  /** Set while the stream waits among the endings. */
  boolean isEnding;

  SendingStream(Http2Stream stream, Http2ClientStream owner) {
    this.stream = stream;
    this.owner = owner;
  }

  /** Returns true if the scheduler may select the stream: it has data, or will soon have some and must not lose its turn. */
  boolean takesTurns() {
    return (isSendable && !isHeld) || (isRefilling && pendingBytes == 0);
  }
}
