package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response in the protocol of a server: a connection of HTTP/1.1 while it serves the request, or a stream of
 * HTTP/2. It ends with exactly one of {@link Receiver#end}, {@link Receiver#switched}, {@link Receiver#failed}, {@link
 * Receiver#lost} and {@link #cancel}, and must not be used afterwards. Event loop only.
 */
public interface UpstreamStream {
  /** Schedules {@link Receiver#begin} for the end of the loop's turn: the head and the first part of the body leave together. */
  void beginWithTurn();

  /**
   * Writes the head of the request.
   *
   * @param host value of the Host field, or the authority
   * @param end true if the request has no body
   */
  void writeHead(RequestHead request, CharSequence host, boolean end);

  /** Writes a part of the body and takes ownership of it. {@link Receiver#bodyWritten} follows once it was written or dropped. */
  void writeBody(ByteBuf data, boolean end);

  /** Ends the request with these trailers, which may be empty. */
  void writeEnd(Fields trailers);

  /** Stops reading the response, because the client is slower than the server. */
  void pause();

  void resume();

  /** Ends the stream, because the response is no longer wanted. */
  void cancel();

  /** Returns what the loss of this stream permits. Call it in {@link Receiver#lost} only. */
  Retry mayRetry();

  /**
   * Returns true if a response with this head was probably sent before the server saw the request: it has closed an idle connection
   * with 408 (RFC 9110 section 15.5.9), and the request has crossed that.
   */
  default boolean hasCrossed(ResponseHead head) {
    return false;
  }

  /** The requests that are safe to retry after the loss of a stream. */
  enum Retry {
    /** None: the server may have processed the request. */
    NONE,
    /** An idempotent one, once: a request on a reused connection may have crossed the server's close (RFC 9112 section 9.3.1). */
    IDEMPOTENT,
    /**
     * The same, and no byte has come since the request was written: the server has most probably closed the connection before it saw
     * the request.
     */
    STALE,
    /** Each one, on another server: this one has closed a new connection before the request. */
    ON_ANOTHER_SERVER,
    /** Each one: the server has certainly not processed it, and is expected to accept it on another stream. */
    EACH
  }

  /** The receiver of the response: the exchange. */
  interface Receiver {
    /** The turn of the loop has ended: the head and the received part of the body are to be written now. */
    void begin();

    void informational(ResponseHead head);

    /** Receives the head of the final response; {@code end} is true if no body follows. {@link #end} is called in any case. */
    void head(ResponseHead head, boolean end);

    void data(ByteBuf data);

    /** Receives the last piece of the body, and the trailers, which may be empty. */
    void end(ByteBuf data, Fields trailers);

    /** The server has switched protocols: the stream has become this tunnel. */
    void switched(ResponseHead head, Responder tunnel);

    /** The response cannot be completed. A retry is not safe or of no use. */
    void failed(ExchangeFailure failure);

    /** The stream was lost. {@link UpstreamStream#mayRetry} returns what that permits. */
    void lost(UpstreamStream stream, ExchangeFailure failure);

    void bodyWritten(int bytes);

    /** The sink of the response. Streams ask if it is writable, flush it, and give it to a tunnel. */
    ResponseSink sink();

    /** The handshake of a request for a WebSocket; null for every other one. */
    @Nullable
    WebSocketHandshake handshake();
  }
}
