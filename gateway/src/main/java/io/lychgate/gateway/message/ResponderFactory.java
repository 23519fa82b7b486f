package io.lychgate.gateway.message;

/** Creates the responder of a route for one exchange. One object serves all exchanges of a snapshot on all loops. Event loop only. */
public interface ResponderFactory {
  /** Starts the response, which goes to the sink now or later. The result receives the body of the request. */
  Responder respond(RequestContext context, ResponseSink sink);
}
