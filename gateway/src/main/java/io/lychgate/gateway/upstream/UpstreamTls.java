package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * TLS contexts for https servers, one for each TLS configuration and list of protocols. The files are read when a configuration
 * is applied, so that a renewed certificate is used by the next connections. Any thread.
 */
public final class UpstreamTls {
  private final SslProvider provider;
  private volatile Map<Key, SslContext> contexts = new ConcurrentHashMap<>();

  private record Key(UpstreamTlsConfig config, List<HttpVersion> offered) {}

  public UpstreamTls(SslProvider provider) {
    this.provider = provider;
  }

  /** Contexts that were read and are not in force yet. */
  public final class Loaded {
    private final Map<Key, SslContext> read;

    private Loaded(Map<Key, SslContext> read) {
      this.read = read;
    }

    /** Puts the contexts in force, for the connections that are opened from now on. */
    public void use() {
      contexts = read;
    }
  }

  /** Reads the files of these upstreams. If it throws, nothing has changed. */
  public Loaded load(Iterable<UpstreamConfig> upstreams) throws IOException {
    Map<Key, SslContext> read = new ConcurrentHashMap<>();
    for (UpstreamConfig upstream : upstreams) {
      if (upstream.mayUseTls()) {
        for (List<HttpVersion> offered : offers(upstream.tls())) {
          Key key = new Key(upstream.tls(), offered);
          read.put(key, contextOf(key));
        }
      }
    }
    return new Loaded(read);
  }

  /** Returns each list of protocols that connections offer. */
  private static List<List<HttpVersion>> offers(UpstreamTlsConfig config) {
    List<List<HttpVersion>> offers = new ArrayList<>();
    offers.add(offered(config, true));
    if (config.allows(HttpVersion.HTTP_2) && config.allows(HttpVersion.HTTP_1_1)) {
      offers.add(offered(config, false));
    }
    return offers;
  }

  /**
   * Returns the protocols that a connection offers by ALPN. Where HTTP/2 is not allowed it is empty, as servers without ALPN have
   * HTTP/1.1.
   *
   * @param takesHttp2 true if the opener of the connection can make it one of HTTP/2
   */
  public static List<HttpVersion> offered(UpstreamTlsConfig config, boolean takesHttp2) {
    if (!config.allows(HttpVersion.HTTP_2)) {
      return List.of();
    }
    return takesHttp2 ? config.protocols() : List.of(HttpVersion.HTTP_1_1);
  }

  /** Returns the context of connections that offer these protocols. */
  SslContext contextFor(UpstreamTlsConfig config, List<HttpVersion> offered) throws IOException {
    Key key = new Key(config, offered);
    Map<Key, SslContext> known = contexts;
    @Nullable SslContext context = known.get(key);
    if (context != null) {
      return context;
    }
    SslContext made = contextOf(key);
    SslContext earlier = known.putIfAbsent(key, made);
    return earlier == null ? made : earlier;
  }

  private SslContext contextOf(Key key) throws IOException {
    UpstreamTlsConfig config = key.config();
    try {
      SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(provider);
      verification(builder, config);
      if (config.identity() != null) {
        PemIdentity identity =
            PemIdentity.read(config.identity().certificate(), config.identity().key());
        builder.keyManager(identity.key(), identity.chain());
      }
      List<String> versions = new ArrayList<>();
      versions.add(config.minVersion().protocolName());
      if (config.maxVersion() != config.minVersion()) {
        versions.add(config.maxVersion().protocolName());
      }
      builder.protocols(versions);
      if (!key.offered().isEmpty()) {
        builder.applicationProtocolConfig(new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            key.offered().stream().map(HttpVersion::token).toList()));
      }
      return builder.build();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("TLS to servers: " + e.getMessage(), e);
    }
  }

  private static void verification(SslContextBuilder builder, UpstreamTlsConfig config)
      throws IOException, GeneralSecurityException {
    if (!config.verify()) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm(null);
      return;
    }
    builder
        .trustManager(
            config.trust() == null
                ? ServerTrust.ofJdk()
                : ServerTrust.of(PemIdentity.readChain(config.trust())))
        .endpointIdentificationAlgorithm("HTTPS");
  }
}
