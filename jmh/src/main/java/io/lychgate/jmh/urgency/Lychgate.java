package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Lychgate as shipped, through its launcher. */
final class Lychgate extends LychgateProgram implements UrgencyServer {
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

  /** Creates it for the repository at {@code root}. */
  Lychgate(Path root) {
    super(root);
  }

  @Override
  public boolean supports(Change change) {
    return true;
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return prepare(place.directory().resolve("gateway.yaml"), place.fill(CONFIGURATION));
  }
}
