package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lychgate as shipped, through its launcher. */
final class Lychgate extends LychgateProgram implements ProtocolServer {
  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 0.0.0.0:${port}
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ] }
          quic: { ${congestionControl}earlyData: true }
      sites:
        - hosts: [ "*" ]
          routes:
            - { match: { path: "/*" }, static: { root: "${site}" }, earlyData: true }
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db" }
      """;

  private final @Nullable String congestionControl;

  /** Creates it for the repository at {@code root}. If {@code congestionControl} is null, QUIC uses the default one. */
  Lychgate(Path root, @Nullable String congestionControl) {
    super(root);
    this.congestionControl = congestionControl;
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    String named =
        congestionControl == null ? "" : "congestionControl: " + congestionControl + ", ";
    return prepare(
        place.directory().resolve("gateway.yaml"),
        place.fill(CONFIGURATION.replace("${congestionControl}", named)));
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return true;
  }
}
