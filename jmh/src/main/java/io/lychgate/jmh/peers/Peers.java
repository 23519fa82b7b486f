package io.lychgate.jmh.peers;

import java.nio.file.Path;
import java.util.List;

/** All peers, in the order of the tables. */
public final class Peers {
  private Peers() {}

  /** Returns all peers for the repository at {@code root}. */
  public static List<Peer> all(Path root) {
    return List.of(
        new Lychgate(root),
        new Nginx(),
        new Haproxy(),
        new H2o(),
        new Nghttpx(),
        new Caddy(),
        new Envoy(root),
        new JvmPeer(root, "vertx", "no access log, as its proxy has none"),
        new JvmPeer(root, "armeria", ""),
        new JvmPeer(root, "jetty", "TLS of the JDK"),
        new JvmPeer(root, "spring-cloud-gateway", ""));
  }
}
