package io.lychgate.gateway.listen.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsConfig.Ocsp;
import io.lychgate.gateway.listen.ocsp.OcspStaples;
import io.lychgate.gateway.testkit.TestAuthority;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
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
    CertificateSources sources = new CertificateSources(
        IssuedCertificates.NONE, staples, new AlpnChallenges(SslProvider.OPENSSL), false);
    TlsIdentities before = TlsIdentities.of(listener, SslProvider.OPENSSL, false, sources);

    TlsIdentities offered = before.withHttp1Alone(listener, SslProvider.OPENSSL);
    assertThat(offered.http1()).isNotNull();
    assertThat(offered.staples()).hasSize(2);

    TlsIdentities after = offered.withoutHttp1Alone();
    assertThat(after.http1()).isNull();
    assertThat(after.staples()).isEqualTo(before.staples());
  }
}
