package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/**
 * The authenticated sender of a request. An authentication step that accepts the request sets it by {@link
 * RequestContext#identified}. Immutable, and shared by requests and loops. It holds no credentials, because its texts go to logs and
 * upstreams.
 */
public interface Identity {
  /** The name of the sender: a user, the name of a key, or the subject of a token or certificate. Bounded by whoever makes it. */
  String name();

  /** The way of authentication as a token, such as {@code basic} or {@code jwt}. */
  String scheme();

  /**
   * Returns a statement about the sender as text, such as the issuer; null if there is none of this name. A statement that is not text
   * is returned in the form of JSON.
   */
  default @Nullable String claim(String name) {
    return null;
  }
}
