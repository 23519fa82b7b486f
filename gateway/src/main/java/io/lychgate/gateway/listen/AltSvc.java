package io.lychgate.gateway.listen;

import io.netty.util.AsciiString;
import java.time.Duration;

/** The value of the Alt-Svc field (RFC 7838) by which clients of HTTP/1.1 and HTTP/2 learn that there is HTTP/3. */
final class AltSvc {
  /** A day: long enough for the next visit, short enough to be forgotten soon when HTTP/3 is switched off. */
  private static final Duration MAX_AGE = Duration.ofDays(1);

  private AltSvc() {}

  /** The same host, this UDP port. */
  static AsciiString ofPort(int port) {
    return new AsciiString("h3=\":" + port + "\"; ma=" + MAX_AGE.toSeconds());
  }
}
