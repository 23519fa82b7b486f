package io.lychgate.jmh.peers;

import java.nio.file.Path;
import java.util.List;

/** All the peers there are, in the order of the tables. */
final class Peers {
  private Peers() {}

  static List<Peer> all(Path root) {
    return List.of(
        new Lychgate(root),
        new Nginx(),
        new Haproxy(),
        new H2o(),
        new Nghttpx(),
        new Caddy(),
        new Envoy(root));
  }
}
