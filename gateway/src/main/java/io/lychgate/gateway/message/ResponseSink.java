package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The receiver of a {@link Responder}'s response. Event loop only. */
public interface ResponseSink {
  /** Receives an interim response (RFC 9110 section 15.2). May be called any number of times before {@link #head}. */
  void informational(ResponseHead head);

  /**
   * Selects the form of a stored body, before the head of its response. A sink that codes bodies looks here for one that is coded
   * already.
   *
   * @param head the head of the plain form. It is edited for the selected one
   * @param forms the forms that are there
   * @return the body to send in place of the plain one, with a reference for the caller; null to send that
   */
  default @Nullable ByteBuf select(ResponseHead head, StoredForms forms) {
    return null;
  }

  /** Receives the head of the final response; {@code end} is true if no body follows. */
  void head(ResponseHead head, boolean end);

  /**
   * Receives a piece of the body and takes ownership of the buffer. Accepts every piece; a responder must respect {@link
   * #isWritable()} to bound the memory.
   */
  void data(ByteBuf data, boolean end);

  /** Receives the trailers that end the body. */
  void trailers(Fields trailers);

  /**
   * Reports that the server has switched protocols as requested (RFC 9110 section 7.8). From now on the client's bytes go to the
   * tunnel, and {@link #data} receives the server's bytes.
   */
  default void upgraded(ResponseHead head, Responder tunnel) {
    tunnel.cancel();
  }

  /** Reports that the response cannot begin or cannot be completed. */
  void fail(ExchangeFailure failure);

  /** Returns true if the sink accepts more of the body now. {@link Responder#sinkWritable()} is called once it does again. */
  boolean isWritable();

  /** Returns false if the client has cancelled the request; the responder is then already cancelled. */
  default boolean isWanted() {
    return true;
  }

  /** Reports that this number of bytes of the request's body were written or dropped. */
  void requestConsumed(int bytes);

  /** Drops a piece of the request's body that the responder does not need. Takes ownership of the buffer. */
  default void dropRequestData(ByteBuf data) {
    int bytes = data.readableBytes();
    data.release();
    requestConsumed(bytes);
  }

  /** Sends what was written since the last flush. Called once per read cycle of the responder's side. */
  void flush();
}
