package io.lychgate.gateway.config.pem;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.TestAuthority;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ChainCheckTest {
  private final TestAuthority root = TestAuthority.root("Root");
  private final TestAuthority middle = root.intermediate("Middle");
  private final TestAuthority last = middle.intermediate("Last");
  private final X509Certificate leaf = last.issue("a.example").make().certificate();

  private List<X509Certificate> chain(TestAuthority... authorities) {
    List<X509Certificate> chain = new ArrayList<>(List.of(leaf));
    for (TestAuthority each : authorities) {
      chain.add(each.certificate());
    }
    return chain;
  }

  @Test
  void acceptsACompleteChainWithAndWithoutItsRoot() {
    assertThat(ChainCheck.defect(chain(last, middle, root))).isNull();
    assertThat(ChainCheck.defect(chain(last, middle))).isNull();
    assertThat(ChainCheck.missingIssuer(chain(last, middle, root), Set.of())).isNull();
    assertThat(ChainCheck.missingIssuer(
            chain(last, middle), Set.of(root.certificate().getSubjectX500Principal())))
        .isNull();
  }

  @Test
  void namesTheIssuerThatTheEndOfTheFileLacks() {
    assertThat(ChainCheck.defect(chain())).isNull();
    assertThat(ChainCheck.missingIssuer(chain(), Set.of())).isEqualTo("CN=Last");
    assertThat(ChainCheck.missingIssuer(chain(last), Set.of())).isEqualTo("CN=Middle");
  }

  @Test
  void namesTheIssuerThatIsMissingInBetween() {
    assertThat(ChainCheck.defect(chain(last, root)))
        .isEqualTo("certificate 3 to be the issuer of certificate 2, CN=Middle;"
            + " the file has no certificate of this issuer, in its place is CN=Root");
  }

  @Test
  void namesTheRightPlaceOfACertificate() {
    assertThat(ChainCheck.defect(chain(middle, last)))
        .isEqualTo("certificate 2 to be the issuer of certificate 1, CN=Last;"
            + " it is certificate 3: the order is wrong");
  }

  @Test
  void comparesKeysAndNotNamesAlone() {
    TestAuthority namesake = middle.intermediate("Last");

    assertThat(ChainCheck.defect(chain(namesake, middle)))
        .contains("certificate 2 to be the issuer of certificate 1, CN=Last");
  }

  @Test
  void certificateOfAServerIssuesNone() {
    TestAuthority server = TestAuthority.usurper(last.issue("b.example").make());
    X509Certificate forged = server.issue("a.example").make().certificate();

    assertThat(ChainCheck.defect(List.of(forged, server.certificate(), last.certificate())))
        .isEqualTo(
            "certificate 2, CN=b.example, to be one of an authority (basic constraints with CA:TRUE)");
  }

  /** An older root has signed the newer one, so that older clients accept the chain. */
  @Test
  void rootThatAnotherRootHasSignedIsKnownByItsName() {
    assertThat(ChainCheck.missingIssuer(
            chain(last, middle), Set.of(middle.certificate().getSubjectX500Principal())))
        .isNull();
    assertThat(
            ChainCheck.missingIssuer(chain(last, middle), Set.of(leaf.getSubjectX500Principal())))
        .isEqualTo("CN=Root");
  }

  @Test
  void reportsWhatFollowsTheRoot() {
    assertThat(ChainCheck.defect(chain(last, middle, root, last))).isNull();
    assertThat(ChainCheck.surplus(chain(last, middle, root, last)))
        .containsExactly(last.certificate());
  }
}
