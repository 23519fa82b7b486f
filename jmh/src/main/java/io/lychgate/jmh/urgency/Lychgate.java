package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lychgate as shipped, through its launcher. */
final class Lychgate implements UrgencyServer {
  static final String NAME = "lychgate";

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

  private final Path root;

  /** {@code root} is the repository's. */
  Lychgate(Path root) {
    this.root = root;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> absence() {
    Path jar = root.resolve("gateway/target/lychgate.jar");
    return Files.isRegularFile(jar)
        ? Optional.empty()
        : Optional.of("lychgate: not built (expected: " + jar + ")");
  }

  @Override
  public String version() throws IOException {
    return Commands.version(launcher(), "--version");
  }

  @Override
  public boolean knows(Change change) {
    return true;
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("gateway.yaml");
    Files.writeString(file, place.fill(CONFIGURATION));
    return List.of(launcher(), "run", "-c", file.toString());
  }

  private String launcher() {
    return root.resolve("lychgate").toString();
  }
}
