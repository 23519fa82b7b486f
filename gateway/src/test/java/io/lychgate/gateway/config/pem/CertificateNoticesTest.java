package io.lychgate.gateway.config.pem;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.TestAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateNoticesTest {
  @TempDir
  Path directory;

  private final TestAuthority root = TestAuthority.root("Root");
  private final TestAuthority.Issued issued = root.issue("a.example").make();

  private List<String> notices(Instant now) throws Exception {
    TlsConfig.Certificate files = issued.write(directory, "a", root.certificate());
    return CertificateNotices.of(
        "a.pem", files.key(), PemIdentity.readChain(files.chain()), now, Set::of);
  }

  @Test
  void aGoodCertificateHasNone() throws Exception {
    assertThat(notices(Instant.now())).isEmpty();
  }

  @Test
  void aCertificateWithoutHostNamesIsReported() {
    List<String> notices =
        CertificateNotices.of("a.pem", null, List.of(root.certificate()), Instant.now(), Set::of);

    assertThat(notices)
        .singleElement()
        .asString()
        .startsWith("a.pem: has no name of a host (subjectAltName)");
  }

  @Test
  void theEndIsAnnouncedFourteenDaysBefore() throws Exception {
    Instant end = issued.certificate().getNotAfter().toInstant();

    assertThat(notices(end.minus(Duration.ofDays(15)))).isEmpty();
    assertThat(notices(end.minus(Duration.ofDays(13))))
        .containsExactly(
            "a.pem: expires on " + end + ", in 13 days (expected: a renewed certificate)");
    assertThat(notices(end.plusSeconds(1)))
        .containsExactly(
            "a.pem: expired on " + end + "; clients reject it (expected: a renewed certificate)");
  }

  @Test
  void theEndOfACertificateForServersIsAnnounced() throws Exception {
    TlsConfig.Certificate files = issued.write(directory, "a");
    List<X509Certificate> chain = List.of(issued.certificate());
    Instant begin = issued.certificate().getNotBefore().toInstant();
    Instant end = issued.certificate().getNotAfter().toInstant();

    assertThat(CertificateNotices.ofClient("a.pem", files.key(), chain, Instant.now()))
        .isEmpty();
    assertThat(CertificateNotices.ofClient("a.pem", files.key(), chain, end))
        .containsExactly(
            "a.pem: expired on " + end + "; servers reject it (expected: a renewed certificate)");
    assertThat(CertificateNotices.ofClient("a.pem", files.key(), chain, begin.minusSeconds(1)))
        .containsExactly("a.pem: valid from " + begin + " on; servers reject it until then");
  }

  @Test
  void authoritiesAreReportedOnceTheLastOneHasExpired() {
    Instant early = root.certificate().getNotAfter().toInstant();
    X509Certificate later = TestAuthority.root("Later")
        .issue("later.example")
        .until(early.plus(Duration.ofDays(60)))
        .make()
        .certificate();
    List<X509Certificate> both = List.of(later, root.certificate());
    Instant last = later.getNotAfter().toInstant();

    assertThat(CertificateNotices.ofAuthorities("ca.pem", both, Instant.now())).isNull();
    assertThat(CertificateNotices.ofAuthorities("ca.pem", both, early)).isNull();
    assertThat(CertificateNotices.ofAuthorities("ca.pem", both, last.minus(Duration.ofDays(1))))
        .isEqualTo("ca.pem: the last authority expires on " + last
            + ", in 1 day (expected: its next certificate beside it)");
    assertThat(CertificateNotices.ofAuthorities("ca.pem", both, last))
        .isEqualTo("ca.pem: no authority is valid any more, the last one expired on " + last
            + " (expected: the present certificates of the authorities)");
  }

  @Test
  void aShortLifetimeIsNearItsEndInTheLastQuarter() {
    Instant begin = Instant.parse("2026-11-20T00:00:00Z");
    Lifetime week = new Lifetime(begin, begin.plus(Duration.ofDays(8)));

    assertThat(week.isNearEnd(begin.plus(Duration.ofDays(5)))).isFalse();
    assertThat(week.isNearEnd(begin.plus(Duration.ofDays(6)))).isTrue();
    assertThat(week.daysLeft(begin.plus(Duration.ofDays(9)))).isEqualTo(-1);
  }

  @Test
  void certificateWithoutNamesIsReported() throws Exception {
    TestAuthority.writeChain(directory.resolve("root.pem"), root.certificate());
    List<X509Certificate> chain = PemIdentity.readChain(directory.resolve("root.pem"));

    assertThat(CertificateNotices.of("root.pem", null, chain, Instant.now(), Set::of))
        .containsExactly("root.pem: has no name of a host (subjectAltName); clients reject it"
            + " (expected: a certificate for the hosts that it serves)");
  }

  @Test
  void certificateIsUnservedIfOthersHaveAllItsNames() {
    List<String> names = List.of("a.example", "b.example");

    assertThat(CertificateNotices.unserved("b.pem", "tls", names, Set.of())).isNull();
    assertThat(CertificateNotices.unserved("b.pem", "tls", names, Set.of("a.example")))
        .isNull();
    assertThat(CertificateNotices.unserved("b.pem", "tls", names, Set.of("*.example")))
        .isNull();
    assertThat(CertificateNotices.unserved(
            "b.pem", "tls", names, Set.of("a.example", "b.example", "c.example")))
        .isEqualTo("b.pem: no client of listener tls gets it, because certificates before it have"
            + " its names (expected: each name once)");
  }

  @Test
  void aKeyThatOthersCanReadIsReported() throws Exception {
    notices(Instant.now());
    Path key = directory.resolve("a.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(KeyFile.exposure(key)).contains("the group can read this key", "rw-r-----");

    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(KeyFile.exposure(key)).contains("every user can read this key");

    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    assertThat(KeyFile.exposure(key)).isNull();
  }
}
