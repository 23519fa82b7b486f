package io.lychgate.gateway.auth.forward;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;

/** The upstream that decides, by the connections of the request's own event loop. */
public interface AuthUpstream {
  /**
   * Sends a request without body. The response goes to the sink.
   *
   * @param context the request on which the upstream decides
   */
  Responder send(RequestContext context, RequestHead question, ResponseSink sink);

  /** Returns the deadlines of the request's event loop. */
  DeadlineWheel deadlines(RequestContext context);
}
