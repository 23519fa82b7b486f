package io.lychgate.gateway.exchange;

import io.lychgate.casper.PathWindow;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/**
 * What a protocol edge offers to one exchange: the way back to the client. HTTP/1.1, HTTP/2 and HTTP/3 each have one
 * implementation. Event loop only; after the stream has ended or was reset every method does nothing (and releases what it is
 * given).
 */
public interface ClientStream {
  /** No stream: 0 is the connection's own. */
  int NOT_PROMISED = 0;

  /** Sends an interim response now, with a flush: it is of no use later. Not called on connections whose clients can't take it. */
  void writeInformational(ResponseHead head);

  void writeHead(ResponseHead head, boolean end);

  /**
   * Begins a tunnel: the server has switched protocols. Data is octets from now on, and its end leaves the other direction open.
   *
   * @param fields of the response
   * @return the status that the client was told; 0 if there can be no tunnel, and nothing was written
   */
  default int switchProtocols(Fields fields) {
    // RFC 8441 4: a stream has a tunnel by a 2xx; the fields of RFC 6455's proof mean nothing on
    // it.
    fields.remove(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT);
    writeHead(new ResponseHead(200, fields), false);
    return 200;
  }

  /**
   * Returns true if more input of the connection follows in this turn of the loop. It may contain the reset of this stream
   * (CVE-2023-44487).
   */
  default boolean hasMoreInput() {
    return false;
  }

  /** Returns false if the client has cancelled the request; the exchange is then already aborted. */
  default boolean isWanted() {
    return true;
  }

  /** Takes ownership of the buffer. */
  void writeData(ByteBuf data, boolean end);

  void writeTrailers(Fields trailers);

  /** Ends the stream at once, as a failure that the client can tell from an end: RST_STREAM, RESET_STREAM or a closed connection. */
  void reset(ExchangeFailure.Kind why);

  /** Whether little enough is queued that more body is welcome; {@link Exchange#clientWritable()} tells when it is again. */
  boolean isWritable();

  /** Bytes of the response that wait in the gateway, so that a slow client can be told from one that reads nothing. */
  long unsentBytes();

  /** Flushes at the end of the loop's round. */
  void flush();

  /** Gives flow control back to the client for so many bytes of the request's body. */
  void requestConsumed(int bytes);

  /** Moves the stream in its connection's order of sending. Ignored where the protocol has no order. */
  void prioritize(StreamPriority priority);

  /** Of a promised stream: called once, as soon as the first bytes of the page that it was promised on have left. */
  default void afterDocument(Runnable step) {}

  /** How long the response is expected to take from now on, said before something is promised ahead of it. */
  default void expect(long thinkNanos) {}

  /**
   * Promises a response to this request (RFC 9113 section 8.4) and starts its exchange.
   *
   * @return the promised stream; {@link #NOT_PROMISED} if the client doesn't allow it, or no more streams can be opened now
   */
  int push(RequestHead promised);

  /**
   * An exchange, not begun, for a request that may be promised on this stream later, by {@link #promise} of its own; null if the
   * protocol has no promises.
   */
  default @Nullable Exchange defer(RequestHead request) {
    return null;
  }

  /** Promises a deferred request, before the head of its answer is written; false if the client takes no more promises. */
  default boolean promise() {
    return false;
  }

  /** Streams of the connection that the client has opened or that are promised to it, and that have not ended. */
  default int streamsInProgress() {
    return 1;
  }

  /** Whether the request came as early data and goes on at once, so that it may be a copy (RFC 8470). */
  default boolean isEarly() {
    return false;
  }

  /** Identifies the stream in its connection for logs: stream id, or the ordinal of the request in HTTP/1.1. */
  long id();

  /**
   * What the order of sending knows of this stream, for the server's own rules; null where the protocol has no order.
   *
   * @param clientStated whether the request had a Priority field
   * @param contentType of the response
   * @param upstreamPriority the Priority field of the response
   */
  @Nullable
  PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority);

  /** Responses that could be promised on this connection now; 0 if its client takes none. */
  int pushesAllowed();

  /**
   * The shortest recent round trip to the client over HTTP/2, whose clients lose a 103 that comes too soon.
   * {@link Long#MAX_VALUE} for other protocols, and if it is unknown. Costs a system call.
   */
  default long leastRoundTripNanos() {
    return Long.MAX_VALUE;
  }

  /** Runs this when the client has read all bytes sent so far; at once without a probe, never if it does not acknowledge. */
  default void whenRead(Runnable step) {
    step.run();
  }

  /** Cancels the task of {@link #whenRead}. */
  default void forgetRead(Runnable step) {}

  /** What the transport says of the path to the client. Costs a system call: of use only where something can be pushed. */
  default PathWindow path() {
    return PathWindow.UNKNOWN;
  }
}
