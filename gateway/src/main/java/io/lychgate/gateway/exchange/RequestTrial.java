package io.lychgate.gateway.exchange;

import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldSyntax;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteExplanation;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import org.jspecify.annotations.Nullable;

/**
 * The first phases of {@link ExchangePipeline} for a request that is not sent: the same checks, normal form and routing, with
 * their reasons, and without a response.
 *
 * @param host the host that routing uses: lower case, without port
 * @param path the path in normal form, without its query
 * @param rejection the reason why the request is rejected before routing; null if it is not
 * @param isProbe true if the listener itself responds, with its health
 * @param isBeacon true if the gateway itself responds, with its page beacons
 * @param isTunnel true if the request opens a WebSocket
 * @param stricter the route that a server could read the path as, so that the request is rejected; null if it is not
 * @param routing the choice of the route, which only counts if the request is neither rejected nor a probe
 */
public record RequestTrial(
    String host,
    String path,
    @Nullable ExchangeFailure rejection,
    boolean isProbe,
    boolean isBeacon,
    boolean isTunnel,
    @Nullable Route stricter,
    RouteExplanation routing) {

  /**
   * Runs the phases CHECK, PROBE and ROUTE on a request that would arrive at this listener.
   *
   * @param beacons null if no page sends beacons
   * @param sent its fields lose those that the listener keeps of no client
   * @param client address of the client; null if it is unknown
   * @param protocol null if it is unknown
   */
  public static RequestTrial of(
      Router router,
      @Nullable BeaconEndpoint beacons,
      ListenerConfig listener,
      RequestHead sent,
      @Nullable String client,
      @Nullable ClientProtocol protocol) {
    String host = AuthorityHost.of(sent.authority().toString());
    ExchangeFailure malformed = malformedField(sent.fields());
    ExchangeFailure rejection =
        malformed == null ? RequestChecks.check(sent, listener.limits(), false) : malformed;
    if (listener.clients().dropsProxyFields()) {
      ProxyFields.drop(sent.fields());
    }
    RequestHead request = sent.withPath(router.normalize(host, sent.path()));
    String path = ExchangePipeline.pathOf(request.path()).toString();
    String method = ExchangePipeline.methodOf(request);
    boolean isTunnel = WebSocketRequest.isRequestedBy(request);
    ConditionInput input = ConditionInput.of(request, client, protocol, isTunnel);
    RouteExplanation routing = router.explain(host, method, path, input);
    Route stricter = routing.match() instanceof RouteMatch.Found found
        ? StricterReading.of(router, host, method, path, input, listener.name(), found.route())
        : null;
    return new RequestTrial(
        host,
        path,
        rejection,
        HealthEndpoint.isFor(listener.health(), request),
        beacons != null && beacons.isFor(request) && router.hasSite(host),
        isTunnel,
        stricter,
        routing);
  }

  /** Returns the failure of a field that the decoder of each protocol rejects; null if there is none. */
  private static @Nullable ExchangeFailure malformedField(Fields fields) {
    for (int i = 0; i < fields.size(); i++) {
      if (!FieldSyntax.isToken(fields.name(i))
          || !FieldSyntax.isValue(fields.value(i).toString().strip())) {
        return new ExchangeFailure(
            Kind.BAD_REQUEST, "header field " + fields.name(i) + ": malformed (RFC 9110 5.5)");
      }
    }
    return null;
  }
}
