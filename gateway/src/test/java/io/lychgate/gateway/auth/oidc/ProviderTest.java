package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.FakeTicker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The description of a provider: when it is read, and which one is refused. */
final class ProviderTest {
  private static final String ISSUER = "https://login.example";
  private static final String GOOD = """
      { "issuer": "https://login.example", "authorization_endpoint": "https://login.example/authorize",
        "token_endpoint": "https://login.example/token", "jwks_uri": "https://login.example/jwks",
        "response_types_supported": [ "code" ], "subject_types_supported": [ "public" ],
        "id_token_signing_alg_values_supported": [ "RS256" ] }""";

  private final FakeTicker ticker = new FakeTicker();
  private final List<URI> urls = new ArrayList<>();
  private CompletableFuture<byte[]> response = new CompletableFuture<>();
  private final Provider provider = new Provider(
      ISSUER,
      url -> {
        urls.add(url);
        return response;
      },
      Runnable::run,
      ticker);

  private void respond(String text) {
    response.complete(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void requestsWaitForOneRead() {
    CompletableFuture<Provider.Known> first = provider.known();
    CompletableFuture<Provider.Known> second = provider.known();
    assertThat(first).isNotDone();
    respond(GOOD);

    assertThat(first.join()).isSameAs(second.join()).isSameAs(provider.known().join());
    assertThat(urls)
        .containsExactly(URI.create("https://login.example/.well-known/openid-configuration"));
  }

  @Test
  void requestThatGivesUpDisturbsNoOther() {
    CompletableFuture<Provider.Known> first = provider.known();
    CompletableFuture<Provider.Known> second = provider.known();
    first.cancel(true);
    respond(GOOD);

    assertThat(second).isCompleted();
  }

  @Test
  void oldDescriptionStaysWhileTheProviderFails() {
    respond(GOOD);
    Provider.Known known = provider.known().join();
    response = CompletableFuture.failedFuture(new IllegalStateException("status 500"));
    ticker.advance(Duration.ofMinutes(10));

    assertThat(provider.known().join()).isSameAs(known);
    assertThat(urls).hasSize(2);
    assertThat(provider.known().join()).isSameAs(known);
    assertThat(urls).hasSize(2);

    response = new CompletableFuture<>();
    respond(GOOD);
    ticker.advance(Duration.ofSeconds(1));
    Provider.Known again = provider.known().join();
    assertThat(urls).hasSize(3);
    assertThat(again.keys()).isSameAs(known.keys());
  }

  @Test
  void failingProviderIsAskedAfterAGrowingPause() {
    response = CompletableFuture.failedFuture(new IllegalStateException("status 500"));
    assertThat(provider.known()).isCompletedExceptionally();
    assertThat(provider.known()).isCompletedExceptionally();
    assertThat(urls).hasSize(1);
    ticker.advance(Duration.ofSeconds(1));
    assertThat(provider.known()).isCompletedExceptionally();
    assertThat(urls).hasSize(2);
    ticker.advance(Duration.ofSeconds(1));
    assertThat(provider.known()).isCompletedExceptionally();
    assertThat(urls).hasSize(2);

    response = new CompletableFuture<>();
    respond(GOOD);
    ticker.advance(Duration.ofSeconds(1));
    assertThat(provider.known()).isCompleted();
  }

  @Test
  void numberOfWaitingRequestsIsBounded() {
    for (int i = 0; i < 1000; i++) {
      assertThat(provider.known()).isNotDone();
    }

    assertThat(provider.known()).isCompletedExceptionally();
    respond(GOOD);
    assertThat(provider.known()).isCompleted();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      "issuer": "https://login.example"   | "issuer": "https://evil.example"        | another one
      "issuer": "https://login.example"   | "issuer": "https://login.example/"      | another one
      "issuer": "https://login.example",  | none                                    | no description
      "token_endpoint": "https            | "token_endpoint": "http                 | token_endpoint: http://login.example/token (expected: a URL of https)
      "jwks_uri": "https:                 | "jwks_uri": "http:                      | jwks_uri
      "authorization_endpoint"            | "other"                                 | authorization_endpoint: none
      "token_endpoint"                    | "other"                                 | token_endpoint: none
      "jwks_uri"                          | "other"                                 | description
      "issuer"                            | }"issuer"                               | no description
      """)
  void unsafeDescriptionIsRefused(String given, String other, String reason) {
    respond(GOOD.replace(given, other.equals("none") ? "" : other));

    assertThatThrownBy(() -> provider.known().join()).hasMessageContaining(reason);
  }

  @Test
  void deepDescriptionIsRefused() {
    respond("{\"a\":".repeat(20_000) + "1" + "}".repeat(20_000));

    assertThat(provider.known()).isCompletedExceptionally();
  }
}
