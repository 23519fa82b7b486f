package io.lychgate.gateway.config.policy;

import java.util.Locale;

/**
 * {@code requestId}: an id for each request in the access log, for the upstream, and in the response.
 *
 * @param header name of the field, in lower case
 * @param accept the peers whose ids are kept
 * @param inResponse true if the client gets the id
 */
public record RequestIdPolicy(String header, AcceptedPeers accept, boolean inResponse)
    implements Policy {
  public static final String KEY = "requestId";

  public static final String DEFAULT_HEADER = "X-Request-Id";

  public RequestIdPolicy {
    header = header.toLowerCase(Locale.ROOT);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "sets " + header + ", keeps ids " + accept.words();
  }
}
