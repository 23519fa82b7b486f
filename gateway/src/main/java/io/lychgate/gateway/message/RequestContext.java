package io.lychgate.gateway.message;

import io.netty.util.concurrent.EventExecutor;

/** The view of one exchange for the steps, filters and responders of a route. Event loop only. */
public interface RequestContext {
  /** The request, with its path in normal form. */
  RequestHead request();

  /** Returns false if the request ended with its head. Otherwise the responder receives its body. */
  boolean hasBody();

  /** Returns true if the request came as early data, so that it may be a replay (RFC 8470). */
  boolean isEarly();

  /** The client's address as text, without port. */
  String client();

  /** The event loop of the exchange. Everything that concerns it runs there. */
  EventExecutor loop();
}
