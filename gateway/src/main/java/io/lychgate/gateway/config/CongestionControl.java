package io.lychgate.gateway.config;

import java.util.Optional;

/** How QUIC finds out how much a path carries; the token is the one of the file and of metrics. */
public enum CongestionControl {
  /** RFC 9002, appendix B. */
  RENO("reno"),
  /** RFC 9438. */
  CUBIC("cubic"),
  /** A model of bandwidth and round trip instead of loss; as in quiche. */
  BBR("bbr");

  private final String token;

  CongestionControl(String token) {
    this.token = token;
  }

  public String token() {
    return token;
  }

  public static Optional<CongestionControl> of(String token) {
    for (CongestionControl control : values()) {
      if (control.token.equals(token)) {
        return Optional.of(control);
      }
    }
    return Optional.empty();
  }
}
