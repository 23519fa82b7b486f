package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lychgate as shipped: through its launcher, with every default on; pinned to one core it runs one event loop. */
final class Lychgate implements Peer {
  static final String NAME = "lychgate";

  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 127.0.0.1:${port}
          protocols: [h2, http/1.1]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ], minVersion: "1.3" }
      upstreams:
        origin: { servers: [ "http://127.0.0.1:${originPort}" ] }
      sites:
        - hosts: [ "localhost" ]
          routes:
            - { match: { path: "/*" }, proxy: { upstream: origin } }
      accessLog: "${accessLog}"
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
    boolean isThere = Files.isExecutable(launcher()) && Files.isRegularFile(jar);
    return isThere ? Optional.empty() : Optional.of("lychgate: not built (expected: " + jar + ")");
  }

  @Override
  public String version() throws IOException {
    return Commands.version(launcher().toString(), "--version");
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("gateway.yaml");
    Files.writeString(file, place.fill(CONFIGURATION));
    return List.of(launcher().toString(), "run", "-c", file.toString());
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return true;
  }

  /** A full collection; the collector then gives back pages that it no longer needs. */
  @Override
  public void settle(ProcessTree process) throws IOException {
    for (ProcessHandle member : process.members()) {
      String program = member.info().command().orElse("");
      if (program.endsWith("/java")) {
        Path jcmd = Path.of(program).resolveSibling("jcmd");
        Commands.output(List.of(jcmd.toString(), Long.toString(member.pid()), "GC.run"), root);
      }
    }
  }

  private Path launcher() {
    return root.resolve("lychgate");
  }
}
