package io.lychgate.gateway.auth;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Reads small documents from servers, without blocking. */
@FunctionalInterface
public interface Fetcher {
  /** Returns the body of a response 200. The future fails in time if there is none, or if it is too large. */
  CompletableFuture<byte[]> get(URI url);

  /** Returns the reason of a failure in a few words for operators. */
  static String reason(@Nullable Throwable problem) {
    Throwable cause = problem instanceof CompletionException && problem.getCause() != null
        ? problem.getCause()
        : problem;
    if (cause == null) {
      return "no response";
    }
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }
}
