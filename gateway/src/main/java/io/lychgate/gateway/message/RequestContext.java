package io.lychgate.gateway.message;

import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of one exchange for the steps, filters and responders of a route. Event loop only. */
public interface RequestContext extends Requester {
  /** The request, with its path in normal form. */
  RequestHead request();

  /** Returns false if the request ended with its head. Otherwise the responder receives its body. */
  boolean hasBody();

  /** Returns true if the request came as early data, so that it may be a replay (RFC 8470). */
  boolean isEarly();

  /** Returns true if the request asks for a tunnel: each direction ends by itself, and no body precedes the response. */
  boolean isTunnel();

  /** The client's address as text, without port. */
  String client();

  /** The client's address; null if it is not of IP. */
  default @Nullable InetAddress clientAddress() {
    return null;
  }

  /** Returns true if the peer of the connection is a trusted proxy, so that its fields about the request are trustworthy. */
  default boolean isFromTrustedProxy() {
    return false;
  }

  /** The certificate that the peer of the connection has proved to own; null for none. */
  default @Nullable ClientCertificate clientCertificate() {
    return null;
  }

  /** The authenticated sender; null before an authentication step has accepted the request, and on a route without one. */
  default @Nullable Identity identity() {
    return null;
  }

  /** Sets the authenticated sender. With several authentication steps, the last one counts. */
  default void identified(Identity sender) {
    throw new UnsupportedOperationException(
        "identity: not supported by " + getClass().getName());
  }

  /** Returns true if a step responds in place of the route's responder. */
  default boolean isOfStep() {
    return false;
  }

  /** The version of HTTP by its token of ALPN, such as {@code h2}. */
  default String protocol() {
    return "";
  }

  /** The TLS version of the connection; null without TLS. */
  default @Nullable String tlsVersion() {
    return null;
  }

  /** The id of the request in logs and header fields; null on a route without ids. */
  default @Nullable CharSequence requestId() {
    return null;
  }

  /** Sets the id of the request, which the access log contains. */
  default void requestId(CharSequence id) {
    throw new UnsupportedOperationException(
        "requestId: not supported by " + getClass().getName());
  }

  /** Sets the trace in which the request takes part. */
  default void traced(RequestTrace trace) {
    throw new UnsupportedOperationException(
        "trace: not supported by " + getClass().getName());
  }

  /**
   * Replaces the target of the request, in the access log and for the upstream.
   *
   * @param target path and query, as the client sent them apart from this change
   * @param path path and query, with the path in normal form
   */
  default void target(CharSequence target, CharSequence path) {
    throw new UnsupportedOperationException(
        "target: not supported by " + getClass().getName());
  }

  @Override
  boolean hasMoreInput();

  /** The event loop of the exchange. Everything that concerns it runs there. */
  EventExecutor loop();

  /** The number of the event loop, from 0: an index of whatever each loop has one of. */
  int loopNumber();

  /**
   * Adapts the header fields of the request for the next server. Hop-by-hop fields end here, and those that name the client and this
   * gateway begin.
   */
  void prepareToForward();

  /** Does the same for another request that the gateway makes for this client. */
  default void prepareToForward(RequestHead other) {
    throw new UnsupportedOperationException("prepareToForward: a request of the gateway itself");
  }

  /** The nanoseconds since the head of the request has arrived. */
  long nanosSoFar();

  /** Returns true if the gateway promised the request and no client sent it. */
  default boolean isPromised() {
    return false;
  }

  /**
   * Limits the request's body to this number of bytes, if the listener does not limit it more. A larger body ends the exchange with
   * 413 as soon as it is seen. Returns false if more bytes have come already; the caller then refuses the request.
   */
  default boolean limitBody(long bytes) {
    throw new UnsupportedOperationException(
        "body: not supported by " + getClass().getName());
  }

  /** Adds a field to the final response, also to one of the gateway itself. The name is in lower case. */
  default void addToResponse(AsciiString name, CharSequence value) {
    throw new UnsupportedOperationException(
        "response: not supported by " + getClass().getName());
  }

  /**
   * Registers what to run once when nothing of the exchange is on the wire any more: its response has left, or it was reset, or the
   * client or the end of a tunnel has ended it.
   */
  default void whenEnded(Runnable task) {
    throw new UnsupportedOperationException(
        "end: not supported by " + getClass().getName());
  }

  /** Registers what to call once when nothing of the response is on the wire any more. */
  default void whenSent(ResponseEnd.Listener listener) {
    throw new UnsupportedOperationException(
        "end: not supported by " + getClass().getName());
  }

  /** The arms of experiments that the client was put into; empty before the route is known, and for nearly every exchange. */
  default List<ArmAssignment> arms() {
    return List.of();
  }

  /** The number of resources that were hinted ahead of the response so far. */
  default int hints() {
    return 0;
  }

  /** The number of resources that were pushed ahead of the response so far. */
  default int pushes() {
    return 0;
  }

  /** The times of this page view; null for every other request, and if no policy may keep them. */
  default @Nullable PageLane lane() {
    return null;
  }

  /** The published revision of the manifests that serves the exchange; 0 before the first publication. */
  default long revision() {
    return 0;
  }

  /** The values that experiments set for this exchange in place of the configuration. */
  default Treatment treatment() {
    return Treatment.NONE;
  }

  /** Removes the stated length of the request's body, because a filter changes the body. */
  void removeBodyLength();

  /** Records which server serves the exchange. */
  void servedBy(ServedBy server);
}
