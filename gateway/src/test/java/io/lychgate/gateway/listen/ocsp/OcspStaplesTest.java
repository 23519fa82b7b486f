package io.lychgate.gateway.listen.ocsp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.TlsConfig.Ocsp;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.OcspResponder;
import io.lychgate.gateway.testkit.OcspResponder.Behaviour;
import io.lychgate.gateway.testkit.TestAuthority;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class OcspStaplesTest {
  private final TestAuthority authority = TestAuthority.root("Root");
  private final OcspResponder responder = OcspResponder.of(authority);
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final InstantSource clock = now::get;
  private final OcspStaples staples = new OcspStaples(clock);

  @AfterEach
  void close() {
    staples.close();
    responder.close();
  }

  private List<X509Certificate> chain() {
    return List.of(
        authority.issue("a.example").withResponder(responder.url()).make().certificate(),
        authority.certificate());
  }

  private Staple first() {
    Staple staple = Objects.requireNonNull(staples.of(chain(), Ocsp.AUTOMATIC));
    staple.awaitFirst(10_000);
    return staple;
  }

  @ParameterizedTest
  @EnumSource(names = {"GOOD", "GOOD_DELEGATED"})
  void keepsAVerifiedResponseUntilItsEnd(Behaviour behaviour) {
    responder.behave(behaviour);
    Staple staple = first();

    assertThat(staple.complaint()).isNull();
    assertThat(staple.response()).isNotEmpty();
    assertThat(staple.state()).isEqualTo("good");

    now.set(now.get().plus(Duration.ofHours(2)));
    assertThat(staple.response()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "GOOD_BY_SERVER, signed neither by the issuer",
    "FORGED, signed neither by the issuer",
    "OTHER_CERTIFICATE, about another certificate",
    "EXPIRED, the response expired on",
    "REVOKED, revoked on",
    "UNKNOWN, does not know the certificate",
    "TRY_LATER, reports status 3",
    "GARBAGE, cannot be read",
    "HUGE, at most 65536 bytes",
    "STATUS_500, status 500"
  })
  void staplesNothingElse(Behaviour behaviour, String reason) {
    responder.behave(behaviour);
    Staple staple = first();

    assertThat(staple.complaint()).contains(reason);
    assertThat(staple.response()).isNull();
    assertThat(staple.state()).isEqualTo(behaviour == Behaviour.REVOKED ? "revoked" : "failed");
  }

  @Test
  void aReloadKeepsTheResponseOfACertificate() {
    List<X509Certificate> chain = chain();
    Staple staple = Objects.requireNonNull(staples.of(chain, Ocsp.AUTOMATIC));
    staple.awaitFirst(10_000);

    assertThat(staples.of(chain, Ocsp.AUTOMATIC)).isSameAs(staple);
    assertThat(responder.requests()).isEqualTo(1);

    staples.retain(List.of());
    assertThat(staples.of(chain, Ocsp.AUTOMATIC)).isNotSameAs(staple);
    Await.until(() -> assertThat(responder.requests()).isEqualTo(2));
  }

  @Test
  void theConfiguredResponderComesBeforeThatOfTheCertificate() {
    List<X509Certificate> chain = List.of(
        authority.issue("a.example").withResponder("http://127.0.0.1:1").make().certificate(),
        authority.certificate());
    Staple staple =
        Objects.requireNonNull(staples.of(chain, new Ocsp(true, URI.create(responder.url()))));
    staple.awaitFirst(10_000);

    assertThat(staple.state()).isEqualTo("good");
  }

  @Test
  void needsTheIssuerInTheChain() {
    Staple staple = Objects.requireNonNull(staples.of(chain().subList(0, 1), Ocsp.AUTOMATIC));
    staple.awaitFirst(10_000);

    assertThat(staple.complaint()).contains("the certificate of the issuer is not in the chain");
    assertThat(responder.requests()).isZero();
  }

  @Test
  void staplesNothingWithoutAResponder() {
    List<X509Certificate> chain =
        List.of(authority.issue("a.example").make().certificate(), authority.certificate());

    assertThat(staples.of(chain, Ocsp.AUTOMATIC)).isNull();
    assertThat(staples.of(chain(), Ocsp.OFF)).isNull();
  }

  @Test
  void aFailureIsRetriedSoon() {
    responder.behave(Behaviour.TRY_LATER);
    Staple staple = first();
    responder.behave(Behaviour.GOOD);

    Await.until(() -> assertThat(staple.response()).isNotEmpty());
    assertThat(staple.complaint()).isNull();
  }
}
