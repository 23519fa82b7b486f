package io.lychgate.gateway.http2;

import io.lychgate.scheduler.ScheduledStream;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** A stream as {@link SchedulerDistributor} sees it: what it has to send, and what keeps it from its turns. */
final class SendingStream {
  final Http2Stream stream;
  final Http2ClientStream owner;

  /** Its place; null once it has closed. */
  @Nullable
  ScheduledStream scheduled;

  long pendingBytes;

  /** What of it the stream's window allows. */
  int streamableBytes;

  boolean isSendable;

  /** Its responder has been asked for more and has not given it yet. */
  boolean isRefilling;

  /** When its responder was asked. */
  long askedNanos;

  /** It goes ahead of a page, and there is no room. */
  boolean isHeld;

  /** It waits among the endings. */
  boolean isEnding;

  SendingStream(Http2Stream stream, Http2ClientStream owner) {
    this.stream = stream;
    this.owner = owner;
  }

  /** Whether the scheduler is to choose it: it has something, or is about to have and should not lose its turn. */
  boolean takesTurns() {
    return (isSendable && !isHeld) || (isRefilling && pendingBytes == 0);
  }
}
