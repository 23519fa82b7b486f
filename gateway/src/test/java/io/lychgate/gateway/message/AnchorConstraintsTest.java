package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.ClientAuthority;
import io.lychgate.gateway.testkit.ClientAuthority.Issued;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

final class AnchorConstraintsTest {
  private final ClientAuthority limited =
      ClientAuthority.constrained("Limited", "dns:shop.example");
  private final ClientAuthority free = ClientAuthority.of("Free");
  private final Issued own = limited.issue("a", "dns:a.shop.example");
  private final Issued foreign = limited.issue("a", "dns:a.shop.example", "dns:root.example");

  private static X509Certificate authorityOf(Issued issued) {
    return issued.chain()[1];
  }

  private X509TrustManager trust() throws Exception {
    List<X509Certificate> authorities = List.of(authorityOf(own), authorityOf(free.issue("b")));
    return (X509TrustManager) AnchorConstraints.trust(authorities).getTrustManagers()[0];
  }

  @Test
  void authorityIssuesForItsNamesOnly() throws Exception {
    X509TrustManager trust = trust();

    assertThatCode(() -> trust.checkClientTrusted(own.chain(), "EC")).doesNotThrowAnyException();
    assertThatCode(() -> trust.checkServerTrusted(own.chain(), "UNKNOWN"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> trust.checkClientTrusted(foreign.chain(), "EC"))
        .isInstanceOf(CertificateException.class)
        .hasRootCauseMessage(
            "name constraints: the authority may not issue certificates for CN=a, O=Limited");
    assertThatThrownBy(() -> trust.checkServerTrusted(foreign.chain(), "UNKNOWN"))
        .isInstanceOf(CertificateException.class);
  }

  @Test
  void constraintsConcernTheirAuthorityOnly() throws Exception {
    X509TrustManager trust = trust();
    Issued other = free.issue("b", "dns:root.example");

    assertThatCode(() -> trust.checkClientTrusted(other.chain(), "EC")).doesNotThrowAnyException();
    assertThat(trust.getAcceptedIssuers()).hasSize(2);
  }

  @Test
  void issuerOfARouteIsHeldToItsConstraints() {
    List<X509Certificate> issuers = List.of(authorityOf(own));

    assertThat(new ClientCertificate(List.of(own.chain())).isIssuedBy(issuers)).isTrue();
    assertThat(new ClientCertificate(List.of(foreign.chain())).isIssuedBy(issuers))
        .isFalse();
  }
}
