package io.lychgate.gateway.message;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** The view of one exchange for the steps, filters and responders of a route. Event loop only. */
public interface RequestContext {
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

  /** A keyed hash of the client, the same for all of its requests: an address of IPv4, or a network of IPv6. */
  long clientHash();

  /** The client for a header of the PROXY protocol; null if it has no address of IP. */
  default @Nullable ProxiedClient proxiedClient() {
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

  /** Returns true if more input of the client is there to be read in this turn of the loop. It may cancel the request. */
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

  /** The nanoseconds since the head of the request has arrived. */
  long nanosSoFar();

  /** Removes the stated length of the request's body, because a filter changes the body. */
  void removeBodyLength();

  /** Records which server serves the exchange. */
  void servedBy(ServedBy server);
}
