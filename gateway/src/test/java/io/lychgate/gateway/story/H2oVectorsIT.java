package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded connection of H2O 2.2.5, played through a running gateway: the pushes, their order, and the cookie, byte by byte.
 * {@link H2oDifference} explains intentional differences.
 */
final class H2oVectorsIT {
  private static final int ENABLE_PUSH = 2;
  private static final int MAX_CONCURRENT_STREAMS = 3;

  @TempDir
  static Path directory;

  private static H2oOrigin origin;
  private static final Map<String, GatewayProcess> GATEWAYS = new HashMap<>();

  /** The observations of a client. */
  private record Seen(List<String> pushed, List<String> setCookies) {}

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "*.casper.test");
    origin = new H2oOrigin();
  }

  @AfterAll
  static void stop() {
    GATEWAYS.values().forEach(GatewayProcess::close);
    origin.close();
  }

  static Stream<List<H2oStep>> connections() {
    return H2oStep.connections().stream()
        .filter(s -> System.getProperty("only") == null
            || s.get(0).id().startsWith(System.getProperty("only")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("connections")
  void pushesAndCookiesEqualThoseOfH2o(List<H2oStep> steps) {
    try (Http2Peer client = connect(steps.get(0))) {
      int stream = 1;
      for (H2oStep step : steps) {
        Seen seen = request(client, stream, step);
        Seen recorded = new Seen(step.texts("pushed"), step.setCookies());
        stream += 2;

        H2oDifference difference = H2oDifference.of(step.id());
        if (difference == null) {
          assertThat(seen).as(step.toString()).isEqualTo(recorded);
        } else {
          assertThat(seen).as(step + ": " + difference.reason()).isNotEqualTo(recorded);
          difference.check(step, seen.pushed(), seen.setCookies());
        }
      }
    }
  }

  private static Seen request(Http2Peer client, int stream, H2oStep step) {
    origin.play(step);
    int before = client.trace().size();
    List<String> fields = new ArrayList<>(List.of(
        ":method", step.text("method"),
        ":scheme", step.text("scheme"),
        ":authority", step.text("authority"),
        ":path", step.text("requested_path")));
    step.texts("request_cookie").forEach(cookie -> fields.addAll(List.of("cookie", cookie)));
    fields.addAll(step.extraFields());
    String digest = H2oDigest.of(step);
    if (digest != null) {
      fields.addAll(List.of("cache-digest", digest));
    }
    client.headers(stream, true, fields.toArray(String[]::new));
    return seen(client, stream, before);
  }

  /** Reads until the page and all its promises have ended. */
  private static Seen seen(Http2Peer client, int page, int before) {
    Set<Integer> open = new HashSet<>(Set.of(page));
    Map<Integer, String> promised = new HashMap<>();
    Set<Integer> order = new LinkedHashSet<>();
    String head = "";
    while (!open.isEmpty()) {
      Frame frame = client.read();
      assertThat(frame.type())
          .as(client.trace().subList(before, client.trace().size()).toString())
          .isNotEqualTo(Http2Peer.GOAWAY);
      if (frame.type() == Http2Peer.PUSH_PROMISE) {
        int id = ByteBuffer.wrap(frame.payload()).getInt();
        open.add(id);
        order.add(id);
        promised.put(id, value(frame.fields(), ":path").get(0));
      } else if (frame.type() == Http2Peer.HEADERS && promised.containsKey(frame.stream())) {
        assertThat(value(frame.fields(), "x-http2-push")).containsExactly("pushed");
      } else if (frame.type() == Http2Peer.HEADERS && !frame.fields().startsWith(":status: 1")) {
        head = frame.fields();
      } else if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
        client.windowUpdate(0, frame.payload().length);
      } else if (frame.type() == Http2Peer.RST_STREAM) {
        order.remove(frame.stream());
      }
      if (frame.ends() || frame.type() == Http2Peer.RST_STREAM) {
        open.remove(frame.stream());
      }
    }
    return new Seen(order.stream().map(promised::get).toList(), value(head, "set-cookie"));
  }

  private static List<String> value(String fields, String name) {
    return fields
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .toList();
  }

  private static Http2Peer connect(H2oStep first) {
    List<Integer> settings = new ArrayList<>();
    Integer push = first.setting("ENABLE_PUSH");
    if (push != null) {
      settings.addAll(List.of(ENABLE_PUSH, push));
    }
    Integer streams = first.setting("MAX_CONCURRENT_STREAMS");
    if (streams != null) {
      settings.addAll(List.of(MAX_CONCURRENT_STREAMS, streams));
    }
    int[] given = settings.stream().mapToInt(Integer::intValue).toArray();
    GatewayProcess gateway = GATEWAYS.computeIfAbsent(push(first), H2oVectorsIT::gateway);
    return first.text("scheme").equals("https")
        ? Http2Peer.connectTls(gateway.port("tls"), given)
        : Http2Peer.connect(gateway.port("plain"), given);
  }

  private static GatewayProcess gateway(String push) {
    String yaml = """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h2]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { site: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ "*.casper.test" ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: site, preserveHost: true }, public: true } ]
        push: %s
        admin: { enabled: false }
        store: { directory: store%d }
        """;
    return GatewayProcess.start(
        directory, yaml.formatted(origin.port(), push, GATEWAYS.size()), Map.of());
  }

  /** Returns the configuration of the gateway that corresponds to that of H2O. */
  private static String push(H2oStep step) {
    String config = step.text("config");
    if (config.contains("http2-push-preload: OFF")) {
      return "{ mode: off, casper: { mode: h2o } }";
    }
    if (step.capacityBits() == 0) {
      return "{ casper: { mode: off } }";
    }
    String types = config.contains("addtypes")
        ? ", blockingTypes: [ image/png, text/javascript, application/javascript ]"
        : "";
    return "{ casper: { mode: h2o, capacityBits: %d, trackedTypes: %s%s } }"
        .formatted(
            step.capacityBits(),
            config.contains("tracking-types: all") ? "all" : "blocking-assets",
            types);
  }
}
