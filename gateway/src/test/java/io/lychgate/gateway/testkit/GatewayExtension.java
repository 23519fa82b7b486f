package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One gateway and one origin for all tests of a class. The site is {@code localhost} with TLS (listener {@code tls}) and without
 * (listener {@code plain}). Files are below {@code /assets/}; the origin serves all other paths. A test class adds its own
 * settings.
 */
public final class GatewayExtension implements BeforeAllCallback, AfterAllCallback {
  private static final String LISTENERS = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          timeouts: { drain: 1s%2$s }
          %1$s
        - name: plain
          address: 127.0.0.1:0
          timeouts: { drain: 1s%2$s }
          %1$s
      """;

  private static final String REST = """
      upstreams:
        app:
          servers: [ "http://127.0.0.1:${ORIGIN}" ]
          %s
        %s
      sites:
        - hosts: [ localhost ]
          routes:
            - { match: { path: "/assets/*" }, static: { root: public, cacheControl: "public, max-age=600" } }
            %s
            - { match: { path: "/*" }, proxy: { upstream: app }, public: true }
        %s
      admin: { address: "127.0.0.1:0" }
      """;

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private String listenerLine = "";
  private String timeouts = "";
  private String upstreamLine = "";
  private String upstreamsLine = "";
  private String routeLine = "";
  private String siteLine = "";
  private String more = "";

  private @Nullable Path directory;
  private @Nullable ScriptedOrigin origin;
  private @Nullable GatewayProcess gateway;

  /** Adds a line to both listeners. */
  public GatewayExtension listeners(String line) {
    listenerLine = line;
    return this;
  }

  /** Sets timeouts of both listeners, as {@code key: value}. */
  public GatewayExtension timeouts(String... pairs) {
    timeouts = ", " + String.join(", ", pairs);
    return this;
  }

  /** Adds keys to the upstream {@code app}. */
  public GatewayExtension upstream(String... lines) {
    upstreamLine = String.join("\n    ", lines);
    return this;
  }

  /** Adds upstreams. */
  public GatewayExtension upstreams(String... lines) {
    upstreamsLine = String.join("\n  ", lines);
    return this;
  }

  /** Adds routes before the route that matches everything. */
  public GatewayExtension routes(String... lines) {
    routeLine = String.join("\n      ", lines);
    return this;
  }

  /** Adds a site. */
  public GatewayExtension site(String line) {
    siteLine = line;
    return this;
  }

  /** Adds top-level keys. */
  public GatewayExtension more(String yaml) {
    more = yaml;
    return this;
  }

  /** Adds a file beside {@code gateway.yaml}. Served files are below {@code public/assets/}. */
  public GatewayExtension file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public GatewayExtension file(String name, byte[] content) {
    files.put(name, content);
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Path made = Files.createTempDirectory("lychgate-story");
    directory = made;
    TestCertificates.write(made, "site", "localhost");
    Files.createDirectories(made.resolve("public/assets"));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(made.resolve(file.getKey()), file.getValue());
    }
    origin = ScriptedOrigin.start();
    gateway = GatewayProcess.start(made, yaml(), environment());
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    // The field of a test class refers to this object until the JVM ends.
    if (gateway != null) {
      gateway.close();
      gateway = null;
    }
    if (origin != null) {
      origin.close();
      origin = null;
    }
    if (directory != null) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** Returns the configuration with which the gateway was started. */
  public String yaml() {
    return LISTENERS.formatted(listenerLine, timeouts)
        + REST.formatted(upstreamLine, upstreamsLine, routeLine, siteLine)
        + more;
  }

  /** Returns the values of the placeholders in the configuration. */
  public Map<String, String> environment() {
    return Map.of("ORIGIN", Integer.toString(origin().port()));
  }

  public ScriptedOrigin origin() {
    return Objects.requireNonNull(origin, "not started");
  }

  public GatewayProcess process() {
    return Objects.requireNonNull(gateway, "not started");
  }

  public Path directory() {
    return Objects.requireNonNull(directory, "not started");
  }

  /** Returns the URL of a path on the listener with TLS. */
  public String https(String path) {
    return "https://localhost:" + process().port("tls") + path;
  }

  /** Returns the URL of a path on the listener without TLS. */
  public String http(String path) {
    return "http://localhost:" + process().port("plain") + path;
  }

  /** Opens a connection without TLS, for bytes that no client library would send. */
  public Http1Peer connectHttp1() {
    return Http1Peer.connect(process().port("plain"));
  }

  /** Opens an HTTP/2 connection without TLS, with prior knowledge. */
  public Http2Peer connectHttp2(int... settings) {
    return Http2Peer.connect(process().port("plain"), settings);
  }
}
