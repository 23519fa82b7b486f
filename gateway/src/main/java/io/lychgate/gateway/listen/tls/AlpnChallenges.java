package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The certificates by which an authority checks that names belong to this gateway (RFC 8737, TLS-ALPN-01). They are for connections
 * whose only protocol is {@code acme-tls/1}, and carry no requests. Any thread.
 */
public final class AlpnChallenges {
  /** The protocol of ALPN (RFC 8737 section 6.2). */
  public static final String PROTOCOL = "acme-tls/1";

  private final SslProvider provider;
  private volatile Map<String, SslContext> byName = Map.of();

  public AlpnChallenges(SslProvider provider) {
    this.provider = provider;
  }

  /** Replaces all challenges. */
  public void set(Map<String, PemIdentity> challenges) throws IOException {
    Map<String, SslContext> contexts = new HashMap<>();
    for (Map.Entry<String, PemIdentity> each : challenges.entrySet()) {
      contexts.put(each.getKey().toLowerCase(Locale.ROOT), context(each.getValue()));
    }
    byName = Map.copyOf(contexts);
  }

  /** Returns true if no authority is expected, so that the protocols of a client need not be read. */
  public boolean isEmpty() {
    return byName.isEmpty();
  }

  /** Returns the context for a name of SNI; null if nothing is to be shown for it. */
  public @Nullable SslContext find(@Nullable String name) {
    return name == null ? null : byName.get(name.toLowerCase(Locale.ROOT));
  }

  private SslContext context(PemIdentity identity) throws IOException {
    return SslContextBuilder.forServer(ServerKeys.tcp(identity, provider))
        .sslProvider(provider)
        .applicationProtocolConfig(new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            PROTOCOL))
        .build();
  }
}
