package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/** Where a {@link Responder} puts its answer. Event loop only. */
public interface ResponseSink {
  /** An interim response (RFC 9110 section 15.2). May come any number of times before {@link #head}. */
  void informational(ResponseHead head);

  /** The final response's head; {@code end} when no body follows. */
  void head(ResponseHead head, boolean end);

  /** A piece of the body. Takes ownership of the buffer. Always accepted: a responder that respects {@link #isWritable()} is bounded. */
  void data(ByteBuf data, boolean end);

  /** The body ended with these trailers. */
  void trailers(Fields trailers);

  /**
   * The server has switched protocols, as it was asked to (RFC 9110 section 7.8): from now on the client's octets are for the
   * tunnel, and {@link #data} has the server's.
   */
  default void upgraded(ResponseHead head, Responder tunnel) {
    tunnel.cancel();
  }

  /** The answer can't be given, or can't be completed. */
  void fail(ExchangeFailure failure);

  /** Whether more body is welcome now; {@link Responder#sinkWritable()} tells when it is again. */
  boolean isWritable();

  /** Returns false if the client has cancelled the request; the responder is then already cancelled. */
  default boolean isWanted() {
    return true;
  }

  /** So many bytes of the request's body have left for good. */
  void requestConsumed(int bytes);

  /** Sends what was written since the last flush. Called once per read cycle of the responder's side. */
  void flush();
}
