package io.lychgate.jmh.peers;

import java.nio.file.Path;
import java.util.List;

/** All the peers there are, in the order of the tables. */
public final class Peers {
  private Peers() {}

  /** {@code root} is the repository's. */
  public static List<Peer> all(Path root) {
    return List.of(
        new Lychgate(root),
        new Nginx(),
        new Haproxy(),
        new H2o(),
        new Nghttpx(),
        new Caddy(),
        new Envoy(root),
        new JvmPeer(root, "vertx", "no access log: it has none for the proxy"),
        new JvmPeer(root, "armeria", ""),
        new JvmPeer(root, "jetty", "TLS of the JDK"),
        new JvmPeer(root, "spring-cloud-gateway", ""));
  }
}
