package io.lychgate.jmh.peers;

import java.nio.file.Path;

/**
 * Place of a peer, and the requirements on its configuration.
 *
 * @param directory the peer's folder, empty
 * @param site folder of static files, which are requested below {@code /files/}
 * @param token the token of requests to peers with policies
 */
public record Place(
    Path directory, Ports ports, Path site, Identity identity, BearerToken token, Wish wish) {
  private static final int USUAL_CONNECTIONS = 50_000;

  /**
   * Ports of 127.0.0.1.
   *
   * @param tls TLS with ALPN h2 and http/1.1, and QUIC
   * @param plain HTTP/1.1 without TLS
   * @param admin a free port, for peers that have an admin plane
   * @param origin plain HTTP/1.1 of the origin
   * @param otherOrigin the same, with another response to {@link Routes#PROBE}
   * @param h2cOrigin HTTP/2 of the origin in plain text
   */
  public record Ports(int tls, int plain, int admin, int origin, int otherOrigin, int h2cOrigin) {}

  /** Returns the same place with other routes. */
  Place with(Routes routes) {
    return new Place(
        directory,
        ports,
        site,
        identity,
        token,
        new Wish(
            wish.isHttp3(),
            wish.isPlain(),
            wish.isH2cOrigin(),
            wish.hasPolicies(),
            wish.acceptsReports(),
            wish.connections(),
            routes));
  }

  /**
   * Requirements of a scenario on the configuration.
   *
   * @param isHttp3 true if the port for TLS must accept QUIC, too
   * @param isPlain true if the load uses the plain port: for peers with only one port
   * @param isH2cOrigin true if the peer must speak HTTP/2 to the origin
   * @param hasPolicies true if the peer must check a token (JWT), count a rate and edit header fields
   * @param acceptsReports true if Lychgate must accept reports of page timings
   * @param connections largest number of concurrent connections, for peers with such a limit
   */
  public record Wish(
      boolean isHttp3,
      boolean isPlain,
      boolean isH2cOrigin,
      boolean hasPolicies,
      boolean acceptsReports,
      int connections,
      Routes routes) {
    /** A peer without policies that speaks HTTP/1.1 to the origin. */
    public Wish(boolean isHttp3, boolean isPlain, int connections, Routes routes) {
      this(isHttp3, isPlain, false, false, false, connections, routes);
    }
  }

  /** Folder of the logs. It is separate, as peers may watch the folder of configurations for changes. */
  Path logs() {
    return directory.resolve("log");
  }

  Path accessLog() {
    return logs().resolve("access.log");
  }

  /** Log of a JVM's collections. */
  Path gcLog() {
    return logs().resolve("gc.log");
  }

  /** Output of the process. */
  Path output() {
    return logs().resolve("output.log");
  }

  /** Returns a configuration with its {@code ${...}} filled in. */
  public String fill(String template) {
    return template
        .replace("${directory}", directory.toString())
        .replace("${accessLog}", accessLog().toString())
        .replace("${port}", Integer.toString(ports.tls()))
        .replace("${plainPort}", Integer.toString(ports.plain()))
        .replace("${adminPort}", Integer.toString(ports.admin()))
        .replace("${originPort}", Integer.toString(originPort()))
        .replace("${otherOriginPort}", Integer.toString(ports.otherOrigin()))
        .replace("${connections}", Integer.toString(wish.connections()))
        .replace("${idleSeconds}", Integer.toString(idleSeconds()))
        .replace("${probePort}", Integer.toString(probePort()))
        .replace("${site}", site.toString())
        .replace("${jwks}", token.jwks().toString())
        .replace("${issuer}", BearerToken.ISSUER)
        .replace("${audience}", BearerToken.AUDIENCE)
        .replace("${chain}", identity.chain().toString())
        .replace("${key}", identity.key().toString())
        .replace("${both}", identity.both().toString());
  }

  /** Idle timeout: two minutes, or the time that opening very many connections may take. */
  private int idleSeconds() {
    return isCrowded() ? wish.connections() / 10 : 120;
  }

  /** Returns true if the scenario has more connections than gateways allow by default. */
  boolean isCrowded() {
    return wish.connections() > USUAL_CONNECTIONS;
  }

  private int originPort() {
    return wish.isH2cOrigin() ? ports.h2cOrigin() : ports.origin();
  }

  /** Returns one of two texts by the protocol to the origin. */
  String byOrigin(String http1, String http2) {
    return wish.isH2cOrigin() ? http2 : http1;
  }

  private int probePort() {
    return wish.routes().isMoved() ? ports.otherOrigin() : ports.origin();
  }
}
