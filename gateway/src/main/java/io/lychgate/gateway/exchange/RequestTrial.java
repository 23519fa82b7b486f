package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.route.RouteExplanation;
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
 * @param routing the choice of the route, which only counts if the request is neither rejected nor a probe
 */
public record RequestTrial(
    String host,
    String path,
    @Nullable ExchangeFailure rejection,
    boolean isProbe,
    boolean isBeacon,
    boolean isTunnel,
    RouteExplanation routing) {

  /** Runs the phases CHECK, PROBE and ROUTE on a request that would arrive at this listener. */
  public static RequestTrial of(Snapshot snapshot, ListenerConfig listener, RequestHead sent) {
    String host = AuthorityHost.of(sent.authority().toString());
    ExchangeFailure rejection = RequestChecks.check(sent, listener.limits(), false);
    RequestHead request = sent.withPath(snapshot.router().normalize(host, sent.path()));
    String path = ExchangePipeline.pathOf(request.path()).toString();
    BeaconEndpoint beacons = snapshot.beacons();
    return new RequestTrial(
        host,
        path,
        rejection,
        HealthEndpoint.isFor(listener.health(), request),
        beacons != null && beacons.isFor(request) && snapshot.router().hasSite(host),
        WebSocketRequest.isRequestedBy(request),
        snapshot.router().explain(host, ExchangePipeline.methodOf(request), path));
  }
}
