package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.listener.HttpsRedirectConfig;
import io.lychgate.gateway.config.site.RouteAction.RedirectAction;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.netty.util.AsciiString;
import java.util.function.Consumer;

/**
 * Sends clients of a listener without TLS to https, with the same host, path and query: {@code redirectToHttps}. It is a step of routes,
 * so only hosts of sites are redirected to.
 */
public final class HttpsRedirect implements RequestStep {
  /** Certificate authorities fetch it over http (RFC 8555 section 8.3). */
  private static final String ACME = "/.well-known/acme-challenge/";

  private final int port;
  private final Verdict redirect;
  private final Consumer<RequestContext> counter;

  /** @param counter counts a redirect of a request */
  public HttpsRedirect(HttpsRedirectConfig config, Consumer<RequestContext> counter) {
    this.counter = counter;
    port = config.port();
    String authority = port == HttpsRedirectConfig.DEFAULT_PORT
        ? RedirectAction.HOST
        : RedirectAction.HOST + ":" + port;
    redirect = new Verdict.Respond(new Redirect(
        new RedirectAction("https://" + authority + RedirectAction.PATH, config.status())));
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    RequestHead request = context.request();
    boolean isServed = request.isSecure()
        || AsciiString.regionMatches(request.path(), false, 0, ACME, 0, ACME.length());
    if (!isServed) {
      counter.accept(context);
    }
    continuation.then(isServed ? Verdict.CONTINUE : redirect);
  }

  @Override
  public String summary() {
    return "redirects to https, port " + port;
  }
}
