package io.lychgate.gateway.listen.tls;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsConfig.Ocsp;
import io.lychgate.gateway.listen.ocsp.OcspStaples;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.TestAuthority;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsIdentitiesTest {
  /** Nothing listens there. */
  private static final URI RESPONDER = URI.create("http://127.0.0.1:1");

  private final OcspStaples staples = new OcspStaples(InstantSource.system());

  @TempDir
  Path folder;

  @BeforeEach
  void needOpenSsl() {
    assumeThat(OpenSsl.isAvailable()).isTrue();
  }

  @AfterEach
  void close() {
    staples.close();
  }

  private ListenerConfig listener() {
    TestAuthority authority = TestAuthority.root("Root");
    TlsConfig.Certificate files =
        authority.issue("a.example").make().write(folder, "a", authority.certificate());
    TlsConfig.Certificate certificate =
        new TlsConfig.Certificate(files.chain(), files.key(), new Ocsp(true, RESPONDER));
    return ListenerConfig.of("public", "127.0.0.1", 0, TlsConfig.of(certificate));
  }

  @Test
  void contextsForHttp1AloneAreGoneWithTheirOffer() throws IOException {
    ListenerConfig listener = listener();
    TlsIdentities before = identities(listener);

    TlsIdentities offered = before.withHttp1Alone(listener, SslProvider.OPENSSL);
    SslContext http1 = requireNonNull(offered.http1()).byName().fallback();
    assertThat(http1.applicationProtocolNegotiator().protocols()).containsExactly("http/1.1");
    assertThat(offered.staple(http1)).isNotNull();

    TlsIdentities after = offered.withoutHttp1Alone();
    assertThat(after.http1()).isNull();
    assertThat(after.staple(http1)).isNull();
    assertThat(after.tcp()).isEqualTo(before.tcp());
  }

  private TlsIdentities identities(ListenerConfig listener) throws IOException {
    CertificateSources sources = new CertificateSources(
        IssuedCertificates.NONE, staples, new AlpnChallenges(SslProvider.OPENSSL), false);
    return TlsIdentities.of(listener, SslProvider.OPENSSL, false, sources);
  }

  /** An engine with a finalizer survives two collections, and an attacker causes thousands of handshakes. */
  @Test
  void engineHasNoFinalizer() throws IOException {
    SslContext context = requireNonNull(identities(listener()).tcp()).byName().fallback();
    SSLEngine engine = context.newEngine(ByteBufAllocator.DEFAULT);
    try {
      assertThat(engine).isExactlyInstanceOf(ReferenceCountedOpenSslEngine.class);
    } finally {
      ReferenceCountUtil.release(engine);
    }
  }

  @Test
  void contextIsFreedWithItsLastEngine() throws IOException {
    CountedContexts counted = CountedContexts.made();
    SSLEngine engine = counted.engine();
    counted.forgetContext();

    Await.until(() -> {
      System.gc();
      assertThat(counted.references()).isEqualTo(1);
    });
    ReferenceCountUtil.release(engine);
    assertThat(counted.references()).isZero();
  }

  /** A context, and the resource of OpenSSL behind it. */
  private static final class CountedContexts {
    private final ReferenceCounted resource;
    private @Nullable SslContext context;

    private CountedContexts(SslContext resource) {
      this.resource = (ReferenceCounted) resource;
      this.context = CountedContext.of(resource);
    }

    static CountedContexts made() throws IOException {
      return new CountedContexts(
          SslContextBuilder.forClient().sslProvider(SslProvider.OPENSSL_REFCNT).build());
    }

    SSLEngine engine() {
      return requireNonNull(context).newEngine(ByteBufAllocator.DEFAULT);
    }

    void forgetContext() {
      context = null;
    }

    int references() {
      return resource.refCnt();
    }
  }
}
