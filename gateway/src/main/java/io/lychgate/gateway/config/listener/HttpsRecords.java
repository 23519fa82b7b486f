package io.lychgate.gateway.config.listener;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DNS records of type HTTPS (RFC 9460) as lines of a zone file. With them a client finds HTTP/3 before its first connection.
 * The gateway serves no DNS: an operator must add the records to the zone.
 */
public final class HttpsRecords {
  /** Seconds. The same as for most address records. */
  private static final int TTL = 3600;

  private static final int HTTPS_PORT = 443;

  private HttpsRecords() {}

  /**
   * Returns the records of a site on a listener.
   *
   * @param host host of the site, without port
   * @param tcpPort port of the site's URLs
   * @return empty if the listener does not speak HTTP/3, or its Alt-Svc is {@code clear}
   */
  public static List<String> of(ListenerConfig listener, String host, int tcpPort) {
    AltSvcConfig altSvc = listener.altSvc();
    return altSvc.clear()
        ? List.of()
        : of(listener.protocols(), altSvc.host(), host, tcpPort, altSvc.portFor(tcpPort));
  }

  /**
   * Returns the records of a site.
   *
   * @param alternative name to connect to for HTTP/3; null for the name of the site
   * @param host host of the site, without port
   * @param tcpPort port of the site's URLs
   * @param udpPort port at which clients reach HTTP/3
   * @return empty without HTTP/3, and for an IP address, which has no name in DNS
   */
  public static List<String> of(
      Collection<Protocol> protocols,
      @Nullable String alternative,
      String host,
      int tcpPort,
      int udpPort) {
    if (!protocols.contains(Protocol.HTTP_3) || isAddress(host)) {
      return List.of();
    }
    // RFC 9460 9.1: another port than the default is in the owner name, which has no addresses.
    boolean isDefaultPort = tcpPort == HTTPS_PORT;
    String owner = isDefaultPort ? host + "." : "_" + tcpPort + "._https." + host + ".";
    String own = isDefaultPort ? "." : host + ".";
    String begin = owner + " " + TTL + " IN HTTPS ";
    if (alternative == null && udpPort == tcpPort) {
      return List.of(begin + "1 " + own + alpn(protocols, true));
    }
    // RFC 9460 7.2: a port applies to all protocols of a record, so HTTP/3 on another port needs a
    // record of its own.
    List<String> records = new ArrayList<>();
    String target = alternative == null ? own : alternative + ".";
    String port = udpPort == tcpPort ? "" : " port=" + udpPort;
    records.add(begin + "1 " + target + " alpn=\"h3\" no-default-alpn" + port);
    if (protocols.contains(Protocol.HTTP_2) || protocols.contains(Protocol.HTTP_1_1)) {
      records.add(begin + "2 " + own + alpn(protocols, false));
    }
    return records;
  }

  /** RFC 1123 2.1: the last label of a name is never a number; that of an IPv4 address always is. */
  private static boolean isAddress(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    boolean isNumber = !last.isEmpty() && last.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber || host.indexOf(':') >= 0;
  }

  /** RFC 9460 7.1: http/1.1 is implied unless no-default-alpn excludes it. */
  private static String alpn(Collection<Protocol> protocols, boolean withHttp3) {
    List<String> tokens = new ArrayList<>();
    if (withHttp3) {
      tokens.add(Protocol.HTTP_3.token());
    }
    if (protocols.contains(Protocol.HTTP_2)) {
      tokens.add(Protocol.HTTP_2.token());
    }
    String list = tokens.isEmpty() ? "" : " alpn=\"" + String.join(",", tokens) + "\"";
    boolean withoutDefault = !tokens.isEmpty() && !protocols.contains(Protocol.HTTP_1_1);
    return list + (withoutDefault ? " no-default-alpn" : "");
  }
}
