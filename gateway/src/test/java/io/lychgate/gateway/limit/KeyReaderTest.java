package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.config.policy.LimitKey;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyReaderTest {
  private static final KeySecret SECRET = new KeySecret(1, 2, false);

  private static KeyReader reader(LimitKey key) {
    return new KeyReader(key, () -> SECRET, "r");
  }

  private static KeyReader by(String text) {
    return reader(LimitKey.of(text).orElseThrow());
  }

  private static long key(KeyReader reader, Arrival request) {
    return reader.of(request, reader.needsView() ? new RequestView(request.request()) : null);
  }

  @ParameterizedTest(name = "{0} and {1} at /{2}, /{3}: {4}")
  @CsvSource({
    "192.0.2.1, 192.0.2.1, 32, 64, true",
    "192.0.2.1, 192.0.2.2, 32, 64, false",
    "192.0.2.1, ::ffff:192.0.2.1, 32, 64, true",
    "192.0.2.1, ::ffff:c000:201, 32, 64, true",
    "192.0.2.1, 0:0:0:0:0:FFFF:C000:0201, 32, 64, true",
    "2001:db8::1, 2001:db8:0:0:ffff:ffff:ffff:ffff, 32, 64, true",
    "2001:db8::1, 2001:db8:0:1::1, 32, 64, false",
    "2001:db8::1, 2001:DB8:0:0:0:0:0:1, 32, 64, true",
    "192.0.2.1, 192.0.2.200, 24, 64, true",
    "192.0.2.1, 192.0.3.1, 24, 64, false",
    "192.0.2.127, 192.0.2.128, 25, 64, false",
    "192.0.2.1, ::ffff:192.0.2.99, 24, 64, true",
    "2001:db8:0:1::1, 2001:db8:0:ffff::1, 32, 48, true",
    "2001:db8:0:1::1, 2001:db8:1:1::1, 32, 48, false",
    "2001:db8::1, 2001:db8::2, 32, 128, false",
    "2001:db8::1, 192.0.2.1, 8, 8, false",
  })
  void clientIsItsNetwork(String a, String b, int ipv4, int ipv6, boolean isSame) {
    KeyReader reader = reader(LimitKey.of("client").orElseThrow().withPrefixes(ipv4, ipv6));

    assertThat(key(reader, Arrival.of(a)) == key(reader, Arrival.of(b))).isEqualTo(isSame);
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:X-Api-Key", "header:x-api-key"})
  void headerIsItsValueInAnyClient(String text) {
    KeyReader reader = by(text);
    long alice = key(reader, Arrival.of("192.0.2.1", "x-api-key", "alice"));

    assertThat(key(reader, Arrival.of("192.0.2.2", "x-api-key", "alice"))).isEqualTo(alice);
    assertThat(key(reader, Arrival.of("192.0.2.2", "x-api-key", " alice\t"))).isEqualTo(alice);
    assertThat(key(reader, Arrival.of("192.0.2.1", "x-api-key", "bob"))).isNotEqualTo(alice);
    assertThat(key(reader, Arrival.of("192.0.2.1", "x-api-key", "x".repeat(100_000))))
        .isNotEqualTo(alice);
  }

  @Test
  void headerInSeveralLinesIsOneList() {
    KeyReader reader = by("header:x-api-key");

    assertThat(key(reader, Arrival.of("::1", "x-api-key", "a", "x-api-key", "b")))
        .isEqualTo(key(reader, Arrival.of("::1", "x-api-key", "a, b")))
        .isNotEqualTo(key(reader, Arrival.of("::1", "x-api-key", "a")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:x-api-key", "cookie:session", "identity"})
  void requestWithoutThePropertyCountsByItsClient(String text) {
    KeyReader reader = by(text);

    assertThat(key(reader, Arrival.of("192.0.2.1")))
        .isEqualTo(key(reader, Arrival.of("192.0.2.1", "x-other", "1")))
        .isNotEqualTo(key(reader, Arrival.of("192.0.2.2")));
  }

  @Test
  void cookieIdentityAndRouteAreKeys() {
    assertThat(key(by("cookie:session"), Arrival.of("::1", "cookie", "a=b; session=s")))
        .isEqualTo(key(by("cookie:session"), Arrival.of("::2", "cookie", "session=s; a=c")));
    assertThat(key(by("identity"), Arrival.of("::1").by("alice")))
        .isEqualTo(key(by("identity"), Arrival.of("192.0.2.1").by("alice")))
        .isNotEqualTo(key(by("identity"), Arrival.of("::1").by("bob")));
    assertThat(key(by("route"), Arrival.of("::1")))
        .isEqualTo(key(by("route"), Arrival.of("192.0.2.1")))
        .isNotEqualTo(key(
            new KeyReader(LimitKey.of("route").orElseThrow(), () -> SECRET, "other"),
            Arrival.of("::1")));
  }

  @Test
  void expressionComputesTheKey() {
    KeyReader reader = reader(LimitKey.ofExpression("headers['x-tenant'] + ' ' + path"));
    long first = key(reader, Arrival.of("192.0.2.1", "x-tenant", "t"));

    assertThat(key(reader, Arrival.of("192.0.2.2", "x-tenant", "t"))).isEqualTo(first);
    assertThat(key(reader, Arrival.of("192.0.2.2", "x-tenant", "u"))).isNotEqualTo(first);
    // It fails without the field.
    assertThat(key(reader, Arrival.of("192.0.2.1")))
        .isNotEqualTo(key(reader, Arrival.of("192.0.2.2")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "header:x-api-key", "route"})
  void keysOfAFleetAreThoseOfEachGateway(String text) {
    LimitKey key = LimitKey.of(text).orElseThrow();
    byte[] secret = "a secret of the store, 32 bytes.".getBytes(StandardCharsets.US_ASCII);
    Arrival request = Arrival.of("192.0.2.1", "x-api-key", "alice");

    assertThat(key(new KeyReader(key, () -> KeySecret.shared(secret), "r"), request))
        .isEqualTo(key(new KeyReader(key, () -> KeySecret.shared(secret.clone()), "r"), request))
        .isNotEqualTo(key(reader(key), request));
  }

  @Test
  void otherSecretMakesOtherKeys() {
    Arrival request = Arrival.of("192.0.2.1", "x-api-key", "alice");
    KeyReader other =
        new KeyReader(LimitKey.of("header:x-api-key").orElseThrow(), KeySecret::random, "r");

    assertThat(key(other, request)).isNotEqualTo(key(by("header:x-api-key"), request));
    assertThat(SECRET).hasToString("KeySecret");
  }
}
