package io.lychgate.gateway.config.listener;

import java.util.Optional;

/** The header fields by which trusted proxies name the client. */
public enum ForwardedForm {
  X_FORWARDED("xForwarded"),

  /** The field {@code Forwarded} of RFC 7239. */
  RFC_7239("rfc7239"),

  /** {@code Forwarded} if the request has one, else {@code X-Forwarded-*}. */
  BOTH("both");

  private final String token;

  ForwardedForm(String token) {
    this.token = token;
  }

  public String token() {
    return token;
  }

  public static Optional<ForwardedForm> of(String token) {
    for (ForwardedForm form : values()) {
      if (form.token.equals(token)) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }
}
