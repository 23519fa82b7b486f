package io.lychgate.gateway.listen.ocsp;

import io.lychgate.gateway.config.pem.OcspExtensions;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The OCSP response of one certificate. Event loops read it at each handshake; one thread at a time renews it. */
public final class Staple {
  private final X509Certificate leaf;
  private final @Nullable X509Certificate issuer;
  private final @Nullable URI configured;
  private final boolean isNeeded;
  private final InstantSource clock;
  private final CountDownLatch tried = new CountDownLatch(1);

  private volatile Held held = new Held(null, Instant.EPOCH, Instant.EPOCH, 0);
  private volatile @Nullable String complaint;
  private volatile boolean isRevoked;
  private volatile @Nullable URI responder;

  /** Renewals without success since the last one with success. Renewing thread only. */
  private int failures;

  /** The response with the time until which it may be sent, in milliseconds of the clock. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  private record Held(byte @Nullable [] response, Instant from, Instant until, long untilMillis) {}

  /** @param configured the responder of the configuration; null for that of the certificate */
  Staple(
      X509Certificate leaf,
      @Nullable X509Certificate issuer,
      @Nullable URI configured,
      InstantSource clock) {
    this.leaf = leaf;
    this.issuer = issuer;
    this.configured = configured;
    this.responder = configured;
    this.isNeeded = OcspExtensions.mustStaple(leaf);
    this.clock = clock;
  }

  /** Returns the response to send now; null if there is none that is still valid. */
  public byte @Nullable [] response() {
    Held now = held;
    return now.response != null && clock.millis() < now.untilMillis ? now.response : null;
  }

  /** Returns the state in a word: good, revoked, failed or waiting. */
  public String state() {
    if (isRevoked) {
      return "revoked";
    }
    if (response() != null) {
      return "good";
    }
    return complaint == null ? "waiting" : "failed";
  }

  /** Returns the reason why the last renewal failed; null if it did not. */
  public @Nullable String complaint() {
    return complaint;
  }

  /** Returns the end of the response; null if there is none. */
  public @Nullable Instant until() {
    return response() == null ? null : held.until;
  }

  /** Returns the responder; null until the certificate has been read for it. */
  public @Nullable URI responder() {
    return responder;
  }

  /** Returns true if clients reject the certificate without a response. */
  public boolean isNeeded() {
    return isNeeded;
  }

  /** Waits until the first response has arrived or failed, at most this long. Never on an event loop. */
  public void awaitFirst(long millis) {
    try {
      var unused = tried.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  X509Certificate leaf() {
    return leaf;
  }

  @Nullable
  X509Certificate issuer() {
    return issuer;
  }

  @Nullable
  URI configured() {
    return configured;
  }

  void respondedBy(@Nullable URI place) {
    responder = place;
  }

  /** Takes a judgement over. A response that is still valid stays in use if no newer one could be fetched. */
  void judged(OcspQuestion.Judgement judgement) {
    if (judgement.response() != null) {
      held = new Held(
          judgement.response(),
          judgement.from(),
          judgement.until(),
          judgement.until().toEpochMilli());
      isRevoked = false;
      complaint = null;
      failures = 0;
    } else {
      failures++;
      complaint = judgement.reason();
      if (judgement.isRevoked()) {
        isRevoked = true;
        held = new Held(null, Instant.EPOCH, Instant.EPOCH, 0);
      }
    }
    tried.countDown();
  }

  int failures() {
    return failures;
  }

  /** Returns the middle of the lifetime of the response, at which a newer one is due. */
  Instant middle() {
    Held now = held;
    return now.from.plusMillis((now.until.toEpochMilli() - now.from.toEpochMilli()) / 2);
  }
}
