package io.lychgate.gateway.auth;

import io.lychgate.gateway.http.BoundedBody;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Requests of the gateway itself to issuers of tokens, by the client of the JDK on two threads of its own. These are rare, and their
 * servers are not upstreams. Redirects are not followed: they could lead to a server that the operator did not name.
 */
public final class HttpFetcher implements Fetcher, AutoCloseable {
  /** Time to the end of a response. A request of a client may wait for it. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final Duration CONNECT = Duration.ofSeconds(3);

  private final int maxBytes;
  private final ExecutorService threads;
  private final HttpClient client;

  /** @param maxBytes largest response body */
  public HttpFetcher(int maxBytes) {
    this.maxBytes = maxBytes;
    this.threads =
        Executors.newFixedThreadPool(2, new DefaultThreadFactory("lychgate-fetch", true));
    this.client = HttpClient.newBuilder()
        .executor(threads)
        .connectTimeout(CONNECT)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  @Override
  public CompletableFuture<byte[]> get(URI url) {
    return send(HttpRequest.newBuilder(url).header("Accept", "application/json").build())
        .thenApply(response -> {
          if (response.statusCode() != 200) {
            throw new IllegalStateException("status " + response.statusCode() + " (expected: 200)");
          }
          return response.body();
        });
  }

  /** Sends a request. The future fails at the timeout, and if the body is too large. */
  public CompletableFuture<HttpResponse<byte[]>> send(HttpRequest request) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, head -> new BoundedBody(maxBytes));
    return sent.copy()
        .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((response, problem) -> {
          if (problem != null) {
            // Ends the request also after its head, where the timeout of the client has no effect.
            sent.cancel(true);
          }
        });
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
