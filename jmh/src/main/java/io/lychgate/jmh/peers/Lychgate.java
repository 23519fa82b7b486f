package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Lychgate as shipped: through its launcher, with all defaults. Pinned to one core, it runs one event loop. */
final class Lychgate extends LychgateProgram implements Peer {
  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 127.0.0.1:${port}
          protocols: [${protocols}]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ], minVersion: "1.3" }
          ${limits}
        - { name: plain, address: "127.0.0.1:${plainPort}", protocols: [http/1.1] }
      upstreams:
        origin: { servers: [ "${scheme}://127.0.0.1:${originPort}" ] }
        ${upstreams}
      sites:
        - hosts: [ "localhost" ]
          ${reports}
          routes:
            - { match: { path: "/files/*" }, static: { root: "${site}" } }
            ${routes}${policies}- { match: { path: "/*" }, proxy: { upstream: origin } }
      accessLog: "${accessLog}"
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db" }
      """;

  private static final String POLICIES = """
      - match: { path: "/1k" }
              proxy: { upstream: origin }
              headers: { request: { set: { X-Bench: policies } }, response: { set: { X-Served-By: edge }, remove: [ Server ] } }
              policies:
                rateLimits: [ { name: all, rate: 1000000/s, by: client } ]
                jwt: { issuers: [ { issuer: "${issuer}", audience: [ "${audience}" ], jwks: "file:${jwks}", algorithms: [ ES256 ] } ] }
            \
      """;

  private static final String REPORTS =
      "policies: { timings: { inject: true, reportsPerNetwork: 10000000 } }";

  /** Creates it for the repository at {@code root}. */
  Lychgate(Path root) {
    super(root);
  }

  private Lychgate(Path root, String name) {
    super(root, name);
  }

  /** Creates an older Lychgate, which is built in the checkout at {@code root}. */
  static Lychgate before(Path root) {
    return new Lychgate(root, NAME + "-before");
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    String own = System.getenv().getOrDefault("LYCHGATE_JAVA_OPTS", "");
    List<String> command = new ArrayList<>(
        List.of("env", "LYCHGATE_JAVA_OPTS=" + (own + " " + Jvm.gcLogOption(place)).strip()));
    command.addAll(prepare(place.directory().resolve("gateway.yaml"), configuration(place)));
    return command;
  }

  /** Returns limits for the scenario with the most connections; the defaults suffice for all others. */
  private static String limits(Place place) {
    return place.isCrowded()
        ? "limits: { maxConnections: ${connections} }\n"
            + "    timeouts: { idleConnection: ${idleSeconds}s }"
        : "";
  }

  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    var unused = prepare(place.directory().resolve("gateway.yaml"), configuration(place));
    Signals.send("HUP", process.root());
  }

  private static String configuration(Place place) {
    Routes routes = place.wish().routes();
    String each = routes.each(
            i -> "- { match: { path: \"/r" + i + "/*\" }, proxy: { upstream: origin } }\n      ")
        + routes.probe("- { match: { path: \"/probe\" }, proxy: { upstream: probe } }\n      ");
    String upstreams = routes.probe("probe: { servers: [ \"http://127.0.0.1:${probePort}\" ] }");
    return place.fill(CONFIGURATION
        .replace("${protocols}", place.wish().isHttp3() ? "h3, h2, http/1.1" : "h2, http/1.1")
        .replace("${scheme}", place.byOrigin("http", "h2c"))
        .replace("${limits}", limits(place))
        .replace("${policies}", place.wish().hasPolicies() ? POLICIES : "")
        .replace("${reports}", place.wish().acceptsReports() ? REPORTS : "")
        .replace("${routes}", each)
        .replace("${upstreams}", upstreams));
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return true;
  }

  @Override
  public void settle(ProcessTree process) throws IOException {
    Jvm.collectGarbage(process);
  }

  @Override
  public OptionalDouble allocatedKb(ProcessTree process) throws IOException {
    return Jvm.allocatedKb(process);
  }
}
