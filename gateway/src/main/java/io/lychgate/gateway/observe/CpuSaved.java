package io.lychgate.gateway.observe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CPU time that fewer handshakes saved, less what the newer protocols cost more for each request. A pure function. */
final class CpuSaved {
  private static final long ENOUGH_HANDSHAKES = 30;
  private static final long ENOUGH_REQUESTS = 100;

  private CpuSaved() {}

  /** What was counted and measured of one protocol. */
  record Measured(
      long connectionsSaved,
      long requests,
      long handshakes,
      long handshakeNanos,
      long sampledRequests,
      long sampledNanos) {

    double nanosPerRequest() {
      return (double) sampledNanos / sampledRequests;
    }
  }

  /**
   * Nanoseconds, negative when more was spent than saved; null while too little was measured.
   *
   * <p>An avoided connection would have been one of HTTP/1.1, so its handshake is priced as those over TCP.
   */
  static @Nullable Double nanos(Map<WireProtocol, Measured> measured) {
    Measured h1 = measured.get(WireProtocol.HTTP_1_1);
    Measured h2 = measured.get(WireProtocol.HTTP_2);
    Measured h3 = measured.get(WireProtocol.HTTP_3);
    if (h1 == null || h2 == null || h3 == null) {
      return null;
    }
    long handshakes = h1.handshakes() + h2.handshakes();
    if (handshakes < ENOUGH_HANDSHAKES || h1.sampledRequests() < ENOUGH_REQUESTS) {
      return null;
    }
    double perHandshake = (double) (h1.handshakeNanos() + h2.handshakeNanos()) / handshakes;
    double saved = 0;
    for (Measured newer : new Measured[] {h2, h3}) {
      if (newer.requests() == 0) {
        continue;
      }
      if (newer.sampledRequests() < ENOUGH_REQUESTS) {
        return null;
      }
      double costMore = newer.nanosPerRequest() - h1.nanosPerRequest();
      saved += newer.connectionsSaved() * perHandshake - newer.requests() * costMore;
    }
    return saved;
  }
}
