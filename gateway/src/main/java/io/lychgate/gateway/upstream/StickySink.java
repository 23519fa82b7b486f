package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.http.SharedCaching;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.upstream.balance.Affinity;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives the client the cookie of the server that has responded, unless it has it. A response that shared caches may store gets none: it
 * would send all other clients to this server. Nor does a failure of the server, so that the client may find a better one.
 */
final class StickySink extends ForwardingSink {
  private final UpstreamServers servers;
  private final UpstreamCounts counts;
  private final BalanceConfig.Sticky config;
  private final Affinity affinity;
  private final boolean isSecure;
  private @Nullable UpstreamExchange exchange;

  private StickySink(
      ResponseSink next,
      UpstreamGroup group,
      BalanceConfig.Sticky config,
      Affinity affinity,
      boolean isSecure) {
    super(next);
    this.servers = group.sharedServers();
    this.counts = group.counts();
    this.config = config;
    this.affinity = affinity;
    this.isSecure = isSecure;
  }

  /**
   * Returns the sink of an exchange; null if the upstream has no sticky cookie.
   *
   * @param isSecure true if the client uses TLS
   */
  static @Nullable StickySink of(
      ResponseSink next, UpstreamGroup group, Affinity affinity, boolean isSecure) {
    BalanceConfig.Sticky config = group.sharedServers().sticky();
    return config == null ? null : new StickySink(next, group, config, affinity, isSecure);
  }

  /** Sets the exchange, whose last server is that of the response. */
  void follow(UpstreamExchange of) {
    exchange = of;
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    stay(head);
    super.head(head, end);
  }

  @Override
  public void upgraded(ResponseHead head, Responder tunnel) {
    stay(head);
    super.upgraded(head, tunnel);
  }

  private void stay(ResponseHead head) {
    LoopServer server = exchange == null ? null : exchange.server();
    if (server == null) {
      return;
    }
    StickyOutcome outcome = servers.outcome(affinity, server.state());
    counts.sticky(outcome);
    if (outcome == StickyOutcome.KEPT || head.status() >= 500 || SharedCaching.isAllowed(head)) {
      return;
    }
    String value = servers.stickyValue(server.state());
    if (value != null) {
      head.fields().add(FieldNames.SET_COOKIE, cookie(value));
    }
  }

  private String cookie(String value) {
    Duration maxAge = config.maxAge();
    return config.cookie() + "=" + value + "; Path=/"
        + (maxAge == null ? "" : "; Max-Age=" + maxAge.toSeconds())
        + "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "");
  }
}
