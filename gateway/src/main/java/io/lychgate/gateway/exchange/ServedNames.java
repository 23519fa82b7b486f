package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.util.List;
import java.util.function.Supplier;

/**
 * The host names that one TLS connection may be asked for. Clients use a connection for each name of its certificate (RFC 9113
 * section 9.1.1, RFC 9114 section 3.3), and some for more. A name is not served here if another certificate of the gateway is valid
 * for it and this one is not, or if the listener passes its connections on to a server. A name of no certificate is served: the
 * client has accepted a certificate that does not name it. Any thread.
 */
public final class ServedNames {
  private final CertifiedNames own;
  private final Supplier<CertifiedNames> all;
  private final CertifiedNames ofListener;
  private final List<PassthroughConfig> passthrough;

  /**
   * @param own the names of the certificate that the client was given
   * @param all the names of the certificates of all listeners, as they are now
   * @param ofListener the names of all certificates of the listener
   * @param passthrough the names whose connections the listener passes on
   */
  public ServedNames(
      CertifiedNames own,
      Supplier<CertifiedNames> all,
      CertifiedNames ofListener,
      List<PassthroughConfig> passthrough) {
    this.own = own;
    this.all = all;
    this.ofListener = ofListener;
    this.passthrough = passthrough;
  }

  /** Returns true if requests for this host belong on another connection (RFC 9110 section 15.5.20). Host as in routing. */
  boolean isMisdirected(String host) {
    return own.covers(host) ? isPassedOn(host) : all.get().covers(host) || isPassedOn(host);
  }

  /** Returns true for a host that a client may ask for without a certificate error. */
  boolean serves(String host) {
    return own.covers(host) && !isPassedOn(host);
  }

  /** The name of a certificate wins over a pattern, as in the choice by SNI. */
  private boolean isPassedOn(String host) {
    if (passthrough.isEmpty()) {
      return false;
    }
    boolean isNamed = ofListener.names(host);
    for (PassthroughConfig each : passthrough) {
      for (HostPattern pattern : each.hosts()) {
        if (pattern.matches(host) && (pattern.isExact() || !isNamed)) {
          return true;
        }
      }
    }
    return false;
  }

  CertifiedNames own() {
    return own;
  }
}
