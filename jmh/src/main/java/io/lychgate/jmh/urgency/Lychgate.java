package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lychgate as shipped, through its launcher. */
final class Lychgate implements UrgencyServer {
  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 0.0.0.0:${port}
          protocols: [h2, http/1.1]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ] }
      upstreams:
        origin: { servers: [ "http://127.0.0.1:${originPort}" ] }
      sites:
        - hosts: [ "*" ]
          routes:
            - { match: { path: "/files/*" }, static: { root: "${site}" } }
            - { match: { path: "/proxied/*" }, proxy: { upstream: origin } }
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db" }
      """;

  private final LychgateProgram program;

  /** {@code root} is the repository's. */
  Lychgate(Path root) {
    this.program = new LychgateProgram(root);
  }

  @Override
  public String name() {
    return LychgateProgram.NAME;
  }

  @Override
  public Optional<String> absence() {
    return program.absence();
  }

  @Override
  public String version() throws IOException {
    return program.version();
  }

  @Override
  public boolean knows(Change change) {
    return true;
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return program.prepare(place.directory().resolve("gateway.yaml"), place.fill(CONFIGURATION));
  }
}
