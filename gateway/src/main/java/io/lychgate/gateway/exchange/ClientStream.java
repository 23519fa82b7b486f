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
 * The way back to the client that a protocol edge offers to one exchange. HTTP/1.1, HTTP/2 and HTTP/3 have one implementation each.
 * Event loop only. After the stream has ended or was reset, every method does nothing and releases its buffers.
 */
public interface ClientStream {
  /** No stream: stream 0 is the connection itself. */
  int NOT_PROMISED = 0;

  /**
   * Sends an interim response and flushes at once, because it is of no use later. Not called for clients that cannot accept one.
   */
  void writeInformational(ResponseHead head);

  void writeHead(ResponseHead head, boolean end);

  /**
   * Begins a tunnel after the server has switched protocols. From now on, data is raw bytes, and its end leaves the other direction
   * open.
   *
   * @param fields header fields of the response
   * @return the status sent to the client; 0 if no tunnel is possible and nothing was written
   */
  default int switchProtocols(Fields fields) {
    // RFC 8441 4: a 2xx turns a stream into a tunnel. The accept field of RFC 6455 has no meaning
    // on it.
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

  /** Ends the stream at once, visibly as a failure: by RST_STREAM, RESET_STREAM or by closing the connection. */
  void reset(ExchangeFailure.Kind why);

  /** Returns true if the stream accepts more body. When it does so again, it calls {@link Exchange#clientWritable()}. */
  boolean isWritable();

  /** Returns false if the client accepts hardly a byte of a body now, so that only a response without one ends the stream at once. */
  default boolean hasWindow() {
    return true;
  }

  /** Bytes of the response that wait in the gateway. They distinguish a slow client from one that reads nothing. */
  long unsentBytes();

  /** Flushes at the end of the loop's turn. */
  void flush();

  /** Returns flow control credit to the client for this number of bytes of the request body. */
  void requestConsumed(int bytes);

  /** Moves the stream in its connection's sending order. Ignored by protocols without an order. */
  void prioritize(StreamPriority priority);

  /** For a promised stream: runs the step once, as soon as the first bytes of the page that it was promised on have left. */
  default void afterDocument(Runnable step) {}

  /** States how long the response is expected to take from now on. Call it before something is promised ahead of the response. */
  default void expect(long thinkNanos) {}

  /**
   * Promises a response to this request (RFC 9113 section 8.4) and starts its exchange.
   *
   * @return the promised stream; {@link #NOT_PROMISED} if the client does not allow it, or no more streams can be opened now
   */
  int push(RequestHead promised);

  /**
   * Returns an exchange for a request that may be promised on this stream later, by the exchange's own {@link #promise}. The
   * exchange has not begun. Null if the protocol has no promises.
   */
  default @Nullable Exchange defer(RequestHead request) {
    return null;
  }

  /**
   * Promises a deferred request before the head of its response is written. Returns false if the client accepts no more promises.
   */
  default boolean promise() {
    return false;
  }

  /** Number of open streams of the connection that the client opened or that are promised to it. */
  default int streamsInProgress() {
    return 1;
  }

  /** Returns true if the request came as early data and proceeds at once, so that it may be a replay (RFC 8470). */
  default boolean isEarly() {
    return false;
  }

  /** Identifies the stream in its connection for logs: the stream id, or the ordinal of the request in HTTP/1.1. */
  long id();

  /**
   * Returns the facts about this stream that the sending order offers to the server's own rules; null for a protocol without an
   * order.
   *
   * @param clientStated true if the request had a Priority field
   * @param contentType the Content-Type of the response
   * @param upstreamPriority the Priority field of the response
   */
  @Nullable
  PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority);

  /** Returns the number of responses that can be promised on this connection now; 0 if its client accepts none. */
  int pushesAllowed();

  /**
   * Returns the shortest recent round trip to the client over HTTP/2, whose clients lose a 103 that comes too soon. Returns {@link
   * Long#MAX_VALUE} for other protocols, and if it is unknown. Costs a system call.
   */
  default long leastRoundTripNanos() {
    return Long.MAX_VALUE;
  }

  /**
   * Runs the step when the client has read all bytes sent so far. Runs it at once without a probe, and never if the client does not
   * acknowledge.
   */
  default void whenRead(Runnable step) {
    step.run();
  }

  /** Cancels the task of {@link #whenRead}. */
  default void forgetRead(Runnable step) {}

  /** Returns the transport's view of the path to the client. Costs a system call, so call it only where something can be pushed. */
  default PathWindow path() {
    return PathWindow.UNKNOWN;
  }
}
