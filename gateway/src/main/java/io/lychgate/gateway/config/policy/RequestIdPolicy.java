package io.lychgate.gateway.config.policy;

import java.util.Locale;

/**
 * {@code requestId}: an id for each request in the access log, for the upstream, and in the response.
 *
 * @param header name of the field, in lower case
 * @param accept the peers whose ids are kept
 * @param inResponse true if the client gets the id
 */
public record RequestIdPolicy(String header, Accept accept, boolean inResponse) implements Policy {
  public static final String KEY = "requestId";

  public static final String DEFAULT_HEADER = "X-Request-Id";

  public RequestIdPolicy {
    header = header.toLowerCase(Locale.ROOT);
  }

  /** Peers whose ids are kept. The gateway makes an id in place of all others. */
  public enum Accept {
    TRUSTED("of trusted proxies"),
    ALWAYS("of every client"),
    NEVER("of no client");

    private final String words;

    Accept(String words) {
      this.words = words;
    }

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Accept of(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "sets " + header + ", keeps ids " + accept.words;
  }
}
