package io.lychgate.jmh.peers;

import java.nio.file.Path;

/**
 * Where a peer runs, and what is asked of its configuration.
 *
 * @param directory its own, empty
 * @param site folder of static files, which are asked for below {@code /files/}
 */
public record Place(Path directory, Ports ports, Path site, Identity identity, Wish wish) {
  private static final int USUAL_CONNECTIONS = 50_000;

  /**
   * Ports of 127.0.0.1.
   *
   * @param tls with ALPN h2 and http/1.1, and for QUIC
   * @param plain HTTP/1.1 without TLS
   * @param admin free, for peers that have an admin plane
   * @param origin plain HTTP/1.1
   * @param otherOrigin the same, with another answer to {@link Routes#PROBE}
   */
  public record Ports(int tls, int plain, int admin, int origin, int otherOrigin) {}

  /** The configuration with other routes. */
  Place with(Routes routes) {
    return new Place(
        directory,
        ports,
        site,
        identity,
        new Wish(wish.isHttp3(), wish.isPlain(), wish.connections(), routes));
  }

  /**
   * What a scenario asks of the configuration.
   *
   * @param isHttp3 whether the TLS port is to speak QUIC, too
   * @param isPlain whether the plain port is the one that is used: for peers that have one port only
   * @param connections that there may be at once, for peers that want to know
   */
  public record Wish(boolean isHttp3, boolean isPlain, int connections, Routes routes) {}

  /** A folder of its own, as is usual: where configurations are, peers may watch for changes. */
  Path logs() {
    return directory.resolve("log");
  }

  Path accessLog() {
    return logs().resolve("access.log");
  }

  /** What a JVM says of its collections. */
  Path gcLog() {
    return logs().resolve("gc.log");
  }

  /** What the process prints. */
  Path output() {
    return logs().resolve("output.log");
  }

  /** A configuration with its {@code ${...}} filled in. */
  public String fill(String template) {
    return template
        .replace("${directory}", directory.toString())
        .replace("${accessLog}", accessLog().toString())
        .replace("${port}", Integer.toString(ports.tls()))
        .replace("${plainPort}", Integer.toString(ports.plain()))
        .replace("${adminPort}", Integer.toString(ports.admin()))
        .replace("${originPort}", Integer.toString(ports.origin()))
        .replace("${otherOriginPort}", Integer.toString(ports.otherOrigin()))
        .replace("${connections}", Integer.toString(wish.connections()))
        .replace("${idleSeconds}", Integer.toString(idleSeconds()))
        .replace("${probePort}", Integer.toString(probePort()))
        .replace("${site}", site.toString())
        .replace("${chain}", identity.chain().toString())
        .replace("${key}", identity.key().toString())
        .replace("${both}", identity.both().toString());
  }

  /** Two minutes, or as long as it may take to open very many connections. */
  private int idleSeconds() {
    return isCrowded() ? wish.connections() / 10 : 120;
  }

  /** Whether there are to be more connections than gateways have by default. */
  boolean isCrowded() {
    return wish.connections() > USUAL_CONNECTIONS;
  }

  private int probePort() {
    return wish.routes().isMoved() ? ports.otherOrigin() : ports.origin();
  }
}
