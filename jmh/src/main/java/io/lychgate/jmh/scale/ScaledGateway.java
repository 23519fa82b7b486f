package io.lychgate.jmh.scale;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.peers.Ability;
import io.lychgate.jmh.peers.Peer;
import io.lychgate.jmh.peers.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Lychgate as shipped, with the routes and rules of a size. */
final class ScaledGateway extends LychgateProgram implements Peer {
  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 127.0.0.1:${port}
          protocols: [h2]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ], minVersion: "1.3" }
          limits: { maxConnections: ${connections} }
      upstreams:
        origin: { servers: [ "http://127.0.0.1:${originPort}" ] }
      sites:
        - hosts: [ "localhost" ]
          routes:
      ${routes}
      push: { manifests: [ ${manifests} ] }
      accessLog: "${accessLog}"
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db", directory: "${directory}/state" }
      """;

  private final Tables tables;

  /** Creates it for the repository at {@code root}. */
  ScaledGateway(Path root, Tables tables) {
    super(root);
    this.tables = tables;
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path manifest = place.directory().resolve("site.yaml");
    if (tables.rules() > 0) {
      Files.writeString(manifest, tables.manifest());
    }
    String configuration = CONFIGURATION
        .replace("${routes}", tables.routesYaml())
        .replace("${manifests}", tables.rules() > 0 ? '"' + manifest.toString() + '"' : "");
    return prepare(place.directory().resolve("gateway.yaml"), place.fill(configuration));
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return true;
  }
}
