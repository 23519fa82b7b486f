package io.lychgate.gateway.auth.oidc;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.lychgate.gateway.auth.Fetcher;
import io.lychgate.gateway.auth.jwt.IssuerKeys;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.loop.Ticker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OpenID Provider as it describes itself (OpenID Connect Discovery 1.0). The description is read at the first login, by one request at
 * a time, and again from time to time. The last one stays in use while the provider fails. Thread-safe, and no method blocks.
 */
final class Provider {
  private static final Logger LOG = LoggerFactory.getLogger(Provider.class);
  private static final String WELL_KNOWN = "/.well-known/openid-configuration";

  /** Time after which the description is read again. */
  private static final Duration TTL = Duration.ofMinutes(10);

  /** The pause after a failure; it doubles with each further one, up to {@link #MAX_PAUSE}. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

  /** Requests that wait for one read. */
  private static final int MAX_WAITING = 1000;

  private final String issuer;
  private final Fetcher fetcher;
  private final Executor workers;
  private final Ticker ticker;

  // Guarded by this.
  private @Nullable Known known;
  private @Nullable CompletableFuture<Known> reading;
  private int waiting;
  private long dueAt;
  private int failures;
  private String failure = "";

  /** The description of a provider at one time. The keys stay the same object as long as their URL does. */
  record Known(OIDCProviderMetadata metadata, IssuerKeys keys) {}

  Provider(String issuer, Fetcher fetcher, Executor workers, Ticker ticker) {
    this.issuer = issuer;
    this.fetcher = fetcher;
    this.workers = workers;
    this.ticker = ticker;
    this.dueAt = ticker.nanoTime();
  }

  /** Returns the description, now or when it was read. Fails with a {@link ProviderFailure}. */
  synchronized CompletableFuture<Known> known() {
    boolean isDue = reading == null && ticker.nanoTime() - dueAt >= 0;
    CompletableFuture<Known> read = isDue ? begin() : reading;
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    if (read == null) {
      return CompletableFuture.failedFuture(new ProviderFailure(Reason.UNAVAILABLE, failure));
    }
    if (waiting >= MAX_WAITING) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.BUSY, "too many requests wait for the provider"));
    }
    waiting++;
    return read.copy();
  }

  private CompletableFuture<Known> begin() {
    CompletableFuture<Known> read = new CompletableFuture<>();
    reading = read;
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    fetcher
        .get(URI.create(base + WELL_KNOWN))
        .whenComplete((bytes, problem) -> later(() -> ended(read, bytes, problem)));
    return read;
  }

  private void later(Runnable work) {
    try {
      workers.execute(work);
    } catch (RejectedExecutionException e) {
      work.run();
    }
  }

  private void ended(
      CompletableFuture<Known> read, byte @Nullable [] bytes, @Nullable Throwable problem) {
    Known next = null;
    String why = Fetcher.reason(problem);
    if (problem == null && bytes != null) {
      try {
        next = parse(new String(bytes, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        why = String.valueOf(e.getMessage());
      } catch (ParseException | RuntimeException | StackOverflowError e) {
        // Whatever the parser reports, the requests that wait get a response.
        why = "no description as OpenID Connect Discovery 1.0 section 3";
      }
    }
    synchronized (this) {
      reading = null;
      waiting = 0;
      known = next == null ? known : next;
      failures = next == null ? failures + 1 : 0;
      failure = next == null ? "provider " + issuer + ": " + why : "";
      dueAt = ticker.nanoTime() + (next == null ? pause() : TTL).toNanos();
      if (next == null) {
        LOG.warn(
            "oidc: provider {}: {}; {}",
            issuer,
            why,
            known == null
                ? "logins get 503 until it works"
                : "its description of before stays in use");
      }
    }
    if (next == null) {
      read.completeExceptionally(
          new ProviderFailure(Reason.UNAVAILABLE, "provider " + issuer + ": " + why));
    } else {
      read.complete(next);
    }
  }

  private Duration pause() {
    Duration pause = PAUSE.multipliedBy(1L << Math.min(failures - 1, 5));
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  private Known parse(String text) throws ParseException {
    OIDCProviderMetadata metadata = OIDCProviderMetadata.parse(text);
    // Section 4.3: another issuer could otherwise pass for this one.
    if (!metadata.getIssuer().getValue().equals(issuer)) {
      throw new IllegalArgumentException(
          "issuer: another one in its description (expected: " + issuer + ")");
    }
    require("authorization_endpoint", metadata.getAuthorizationEndpointURI());
    require("token_endpoint", metadata.getTokenEndpointURI());
    URI keys = require("jwks_uri", metadata.getJWKSetURI());
    check("userinfo_endpoint", metadata.getUserInfoEndpointURI());
    check("end_session_endpoint", metadata.getEndSessionEndpointURI());
    check("revocation_endpoint", metadata.getRevocationEndpointURI());
    Known before;
    synchronized (this) {
      before = known;
    }
    return before != null && keys.equals(before.metadata().getJWKSetURI())
        ? new Known(metadata, before.keys())
        : new Known(metadata, IssuerKeys.at(keys, fetcher, ticker));
  }

  private URI require(String name, @Nullable URI endpoint) {
    if (endpoint == null) {
      throw new IllegalArgumentException(name + ": none in its description (expected: a URL)");
    }
    check(name, endpoint);
    return endpoint;
  }

  /** Secrets go to these URLs, so they are as safe as that of the issuer. */
  private void check(String name, @Nullable URI endpoint) {
    if (endpoint == null) {
      return;
    }
    boolean isHttps = "https".equalsIgnoreCase(endpoint.getScheme());
    boolean isHttp = "http".equalsIgnoreCase(endpoint.getScheme()) && issuer.startsWith("http:");
    if (endpoint.getHost() == null || !(isHttps || isHttp)) {
      throw new IllegalArgumentException(name + ": " + endpoint + " (expected: a URL of https)");
    }
  }
}
