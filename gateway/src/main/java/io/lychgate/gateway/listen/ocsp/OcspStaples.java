package io.lychgate.gateway.listen.ocsp;

import io.lychgate.gateway.config.listener.TlsConfig.Ocsp;
import io.lychgate.gateway.config.pem.ChainCheck;
import io.lychgate.gateway.config.pem.OcspExtensions;
import io.lychgate.gateway.http.BoundedBody;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OCSP responses of all certificates in use. A response stays over a reload that keeps its certificate. Threads and the HTTP client
 * exist as soon as a certificate needs them.
 */
public final class OcspStaples implements AutoCloseable {
  /** Bytes of a response. Those of public responders have some 500 to 2,500. */
  static final int MAX_BYTES = 64 * 1024;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** First pause after a failure. It doubles up to the longest. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  /** Shortest time between two fetches of a good response, for responders that sign for minutes only. */
  private static final Duration SHORTEST_REST = Duration.ofSeconds(30);

  /** Fetches at once: some, so that one slow responder does not delay the others. */
  private static final int THREADS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(OcspStaples.class);

  private final InstantSource clock;
  private final Map<String, Staple> staples = new ConcurrentHashMap<>();

  // Guarded by this.
  private @Nullable ScheduledExecutorService threads;
  private @Nullable HttpClient client;
  private boolean isClosed;

  public OcspStaples(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns the staple of a certificate, and begins to fetch it; null if nothing is to be stapled. */
  public synchronized @Nullable Staple of(List<X509Certificate> chain, Ocsp rule) {
    X509Certificate leaf = chain.get(0);
    URI configured = rule.responder();
    if (isClosed
        || !rule.mayStaple()
        || (configured == null && !OcspExtensions.namesResponder(leaf))) {
      return null;
    }
    String key = fingerprint(leaf) + " " + (configured == null ? "" : configured);
    Staple known = staples.get(key);
    if (known != null) {
      return known;
    }
    Staple made = new Staple(leaf, ChainCheck.issuerOf(chain), configured, clock);
    staples.put(key, made);
    schedule(key, made, Duration.ZERO);
    return made;
  }

  /** Drops the responses of all other certificates. */
  public void retain(Collection<Staple> inUse) {
    staples.values().retainAll(inUse);
  }

  private synchronized void schedule(String key, Staple staple, Duration delay) {
    if (isClosed) {
      return;
    }
    ScheduledExecutorService all = threads;
    if (all == null) {
      ScheduledThreadPoolExecutor made =
          new ScheduledThreadPoolExecutor(THREADS, new DefaultThreadFactory("lychgate-ocsp", true));
      made.setRemoveOnCancelPolicy(true);
      all = made;
      threads = all;
    }
    try {
      var unused = all.schedule(() -> renew(key, staple), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("ocsp: closed");
    }
  }

  private void renew(String key, Staple staple) {
    if (staples.get(key) != staple) {
      return;
    }
    String before = staple.complaint();
    staple.judged(ask(staple));
    String complaint = staple.complaint();
    String name = ChainCheck.nameOf(staple.leaf().getSubjectX500Principal());
    if (complaint != null && !complaint.equals(before)) {
      if (staple.isNeeded() && staple.response() == null) {
        LOG.error(
            "ocsp {}: {}; clients reject this certificate, which demands a stapled response",
            name,
            complaint);
      } else {
        LOG.warn("ocsp {}: {}; {}", name, complaint, rest(staple));
      }
    } else if (complaint == null && before != null) {
      LOG.info("ocsp {}: a response is stapled again", name);
    }
    schedule(key, staple, pause(staple));
  }

  private static String rest(Staple staple) {
    return staple.response() == null
        ? "nothing is stapled"
        : "the last response is stapled until " + staple.until();
  }

  private OcspQuestion.Judgement ask(Staple staple) {
    X509Certificate issuer = staple.issuer();
    if (issuer == null) {
      return OcspQuestion.Judgement.refused(
          "the certificate of the issuer is not in the chain file (expected: after the first certificate)");
    }
    try {
      URI configured = staple.configured();
      URI responder = configured == null ? OcspQuestion.responderOf(staple.leaf()) : configured;
      staple.respondedBy(responder);
      if (responder == null) {
        return OcspQuestion.Judgement.refused("the certificate names no responder over HTTP");
      }
      OcspQuestion question = new OcspQuestion(staple.leaf(), issuer);
      return question.judge(fetch(responder, question.encoded()), clock.instant());
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      String message = e.getMessage();
      return OcspQuestion.Judgement.refused(
          staple.responder() + ": " + (message == null ? e.getClass().getSimpleName() : message));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OcspQuestion.Judgement.refused("interrupted");
    }
  }

  private byte[] fetch(URI responder, byte[] question) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(responder)
        .timeout(TIMEOUT)
        .header("content-type", "application/ocsp-request")
        .header("accept", "application/ocsp-response")
        .POST(HttpRequest.BodyPublishers.ofByteArray(question))
        .build();
    CompletableFuture<HttpResponse<byte[]>> future =
        client().sendAsync(request, info -> new BoundedBody(MAX_BYTES));
    try {
      HttpResponse<byte[]> response = future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode() + " (expected: 200)");
      }
      return response.body();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      String message = cause.getMessage();
      throw new IOException(message == null ? cause.getClass().getSimpleName() : message, cause);
    } catch (TimeoutException e) {
      throw new IOException("no response within " + TIMEOUT.toSeconds() + " s", e);
    } finally {
      future.cancel(true);
    }
  }

  private synchronized HttpClient client() {
    HttpClient made = client;
    if (made == null) {
      made = HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(TIMEOUT)
          .build();
      client = made;
    }
    return made;
  }

  /** Returns the time until the next fetch, with jitter: many gateways must not ask at once. */
  private Duration pause(Staple staple) {
    if (staple.complaint() != null) {
      Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(staple.failures() - 1, 10));
      return jittered(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    }
    Duration rest = Duration.between(Instant.ofEpochMilli(clock.millis()), staple.middle());
    return jittered(rest.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : rest);
  }

  private static Duration jittered(Duration pause) {
    return pause.plusMillis(ThreadLocalRandom.current().nextLong(pause.toMillis() / 10 + 1));
  }

  private static String fingerprint(X509Certificate leaf) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 of a certificate", e);
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    staples.clear();
    if (threads != null) {
      threads.shutdownNow();
    }
  }
}
