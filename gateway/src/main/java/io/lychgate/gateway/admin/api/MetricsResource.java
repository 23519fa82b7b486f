package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.access.OperationGroup;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.Role;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The meters, for Prometheus.
 *
 * <p>A request needs a session, a token for metrics, or the configured bearer token. While no token is configured, a scraper on this machine needs
 * neither. A request that came through a proxy does not count as local, even if its peer is.
 */
public final class MetricsResource {

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final String BEARER = "Bearer ";

  private final PrometheusMeterRegistry meters;
  private final @Nullable Secret token;

  public MetricsResource(PrometheusMeterRegistry meters, @Nullable Secret token) {
    this.meters = meters;
    this.token = token;
  }

  public Reply scrape(Call call) {
    if (!mayRead(call)) {
      throw call.refusedOpen(
          new ProblemException(
              ProblemCode.UNAUTHENTICATED,
              "Authorization: no match (expected: a session, or Bearer with admin.metricsToken or a token for metrics)"));
    }
    String accept = call.header("accept");
    String type =
        accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
    return Reply.content(type, meters.scrape(type).getBytes(StandardCharsets.UTF_8));
  }

  private boolean mayRead(Call call) {
    if (token != null && bearerMatches(call.header("authorization"), token)) {
      return true;
    }
    // A token that is sent decides. Otherwise a deleted one would seem to work on this machine.
    boolean isLocal = token == null
        && call.address().isLoopbackAddress()
        && !isForwarded(call)
        && call.header("authorization") == null;
    return isLocal
        || call.findPrincipal()
            .filter(sender -> sender.mayCall(OperationGroup.METRICS))
            // The series of each site are among the meters.
            .filter(sender -> sender.hasForAllSites(Role.VIEWER))
            .isPresent();
  }

  private static boolean bearerMatches(@Nullable String authorization, Secret expected) {
    return authorization != null
        && authorization.startsWith(BEARER)
        && MessageDigest.isEqual(
            authorization.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8),
            expected.reveal().getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isForwarded(Call call) {
    return call.header("forwarded") != null
        || call.header("x-forwarded-for") != null
        || call.header("via") != null;
  }
}
