package io.lychgate.gateway.config.listener;

import java.util.Optional;

/** Congestion control algorithm of QUIC. Its token stands in the configuration file and in metrics. */
public enum CongestionControl {
  /** RFC 9002, appendix B. */
  RENO("reno"),
  /** RFC 9438. */
  CUBIC("cubic"),
  /** Models bandwidth and round-trip time instead of reacting to loss; as in quiche. */
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
