package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;

/** Sends clients to another place: {@code redirect: { to, status }} (RFC 9110 section 15.4). */
public final class Redirect implements ResponderFactory {
  private static final byte[] NO_BODY = {};

  private final RouteAction.RedirectAction action;

  public Redirect(RouteAction.RedirectAction action) {
    this.action = action;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    Fields fields = new Fields().add(HttpHeaderNames.LOCATION, location(context.request()));
    return new FixedResponse(action.status(), fields, NO_BODY).respond(context, sink);
  }

  /** The path is in normal form and follows an authority, so that it cannot name another host itself. */
  private String location(RequestHead request) {
    String to = action.to();
    if (to.contains(RouteAction.RedirectAction.HOST)) {
      to = to.replace(
          RouteAction.RedirectAction.HOST, AuthorityHost.of(request.authority().toString()));
    }
    // The target of "OPTIONS *" has no slash.
    boolean isPath = request.path().charAt(0) == '/';
    return to.replace(RouteAction.RedirectAction.PATH, isPath ? request.path() : "/");
  }
}
