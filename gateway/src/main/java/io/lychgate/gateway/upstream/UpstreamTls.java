package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** TLS contexts for https servers, one for each TLS configuration. Shared by all loops. */
public final class UpstreamTls {
  private final SslProvider provider;
  private final Map<UpstreamTlsConfig, SslContext> contexts = new ConcurrentHashMap<>();

  public UpstreamTls(SslProvider provider) {
    this.provider = provider;
  }

  SslContext contextFor(UpstreamTlsConfig config) throws SSLException {
    @Nullable SslContext known = contexts.get(config);
    if (known != null) {
      return known;
    }
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(provider);
    if (!config.verify()) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm(null);
    } else {
      if (config.trust() != null) {
        builder.trustManager(config.trust().toFile());
      }
      builder.endpointIdentificationAlgorithm("HTTPS");
    }
    SslContext made = builder.build();
    SslContext earlier = contexts.putIfAbsent(config, made);
    return earlier == null ? made : earlier;
  }
}
