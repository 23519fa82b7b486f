package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.observe.CensusTaker;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.CountedVisit;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The counters of connections agree to the unit with those of the clients and of the kernel.
 *
 * <p>{@code -Dlychgate.accounting.connections=100000} opens more than by default. The kernel's counts of accepted and reset connections
 * belong to the whole network namespace, so they are compared only with {@code -Dlychgate.accounting.alone=true}: {@code unshare -n}.
 */
final class AccountingIT {
  private static final int CONNECTIONS =
      Integer.getInteger("lychgate.accounting.connections", 5_000);
  private static final boolean ALONE = Boolean.getBoolean("lychgate.accounting.alone");

  /** One in this number of connections is one of HTTP/3. */
  private static final int HTTP3_EVERY = 500;

  /** One in this number of connections over TCP has TLS, because a handshake costs more than all else. */
  private static final int TLS_EVERY = 5;

  private static final int CLIENTS = 8;
  private static final int HELD = 150;

  /** Connections from one address, so that its ports are not used up by those that wait for their end. */
  private static final int PER_ADDRESS = 5_000;

  private static final List<CountedVisit> PLAIN = of("plain");
  private static final List<CountedVisit> TLS = of("tls");

  @TempDir
  Path directory;

  private TestGateway gateway;
  private CensusTaker census;

  private static List<CountedVisit> of(String listener) {
    return List.of(CountedVisit.values()).stream()
        .filter(visit -> visit.listener().equals(listener))
        .toList();
  }

  @BeforeEach
  void start() throws IOException {
    TlsConfig tls = TlsConfig.of(TestCertificates.write(directory, "site", "localhost"));
    RouteConfig route = RouteConfig.of(
        "all", PathPattern.glob("/*"), new RouteAction.FixedAction(200, Map.of(), "ok"));
    gateway = TestGateway.start(GatewayConfig.of(
        List.of(
            ListenerConfig.of("plain", "127.0.0.1", 0, null),
            ListenerConfig.of("tls", "127.0.0.1", 0, tls)),
        Map.of(),
        List.of(new SiteConfig(List.of(HostPattern.of("localhost")), List.of(route))),
        directory.toAbsolutePath()));
    census = new CensusTaker(gateway.observatory());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void everyConnectionCountsOnceAtTheGatewayAtTheClientAndAtTheKernel() throws Exception {
    long acceptedBefore = kernel("PassiveOpens");
    long resetBefore = kernel("EstabResets");
    List<CountedVisit> visits = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS - CONNECTIONS / HTTP3_EVERY; i++) {
      List<CountedVisit> kind = i % TLS_EVERY == 0 ? TLS : PLAIN;
      visits.add(kind.get(i / TLS_EVERY % kind.size()));
    }
    Map<CountedVisit, Long> made = run(visits);
    int http3 = CONNECTIONS / HTTP3_EVERY;
    for (int i = 0; i < http3; i++) {
      try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
        assertThat(client.get("/").await().status()).isEqualTo(200);
      }
    }

    Map<String, Long> expected = expected(made, http3);
    Await.within(Duration.ofSeconds(60), () -> assertThat(counted(expected)).isEqualTo(expected));

    assertThat(LongStream.of(spread("tls", "h3", Spread.CONNECTION_REQUESTS)).sum())
        .isEqualTo(http3);
    if (ALONE) {
      assertThat(kernel("PassiveOpens") - acceptedBefore).isEqualTo(visits.size());
      long resets = visits.stream().filter(CountedVisit::isReset).count();
      // Both ends of a connection are here.
      assertThat(kernel("EstabResets") - resetBefore).isEqualTo(2 * resets);
    }
    sumsAgree();
  }

  @Test
  void openConnectionsAreThoseOfTheKernel() throws Exception {
    List<Socket> held = new ArrayList<>();
    for (int i = 0; i < HELD; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port("plain"));
      held.add(socket);
      if (i % 3 > 0) {
        socket
            .getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
    }

    // A third has sent nothing and has no protocol yet.
    Await.until(() -> assertThat(inHandshake("plain")).isEqualTo(HELD / 3));
    assertThat(open("plain", "h1")).isEqualTo(HELD - HELD / 3);
    assertThat(established(gateway.port("plain"))).isEqualTo(HELD);

    for (Socket socket : held) {
      socket.close();
    }
    Await.until(() -> assertThat(open("plain", "h1") + inHandshake("plain")).isZero());
    assertThat(established(gateway.port("plain"))).isZero();
    sumsAgree();
  }

  @Test
  void differencesAreNeverNegativeWhileConnectionsComeAndGo() throws Exception {
    ExecutorService client = Executors.newSingleThreadExecutor();
    try {
      Future<Map<CountedVisit, Long>> traffic = client.submit(
          () -> run(new ArrayList<>(Collections.nCopies(400, CountedVisit.HTTP1_KEPT_ALIVE))));
      while (!traffic.isDone()) {
        Map<Part, Tally> parts = census.take().parts();
        for (Part part : parts.keySet()) {
          Tally tally = tally(parts, part);
          assertThat(tally.get(Measure.OPENED) - closed(tally)).isNotNegative();
          assertThat(tally.get(Measure.H1_EQUIVALENT) - tally.get(Measure.OPENED))
              .isNotNegative();
          assertThat(tally.get(Measure.REQUESTS) - tally.get(Measure.PAGE_VIEWS))
              .isNotNegative();
        }
        assertThat(inHandshake(parts, "plain")).isNotNegative();
      }
      traffic.get(10, TimeUnit.SECONDS);
    } finally {
      client.shutdownNow();
    }
  }

  /** Returns the number of visits of each kind that the clients made. */
  private Map<CountedVisit, Long> run(List<CountedVisit> visits) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Map<CountedVisit, Long>>> shares = new ArrayList<>();
      for (int share = 0; share < CLIENTS; share++) {
        int first = share;
        shares.add(clients.submit(() -> runShare(visits, first)));
      }
      Map<CountedVisit, Long> made = new EnumMap<>(CountedVisit.class);
      for (Future<Map<CountedVisit, Long>> share : shares) {
        share
            .get(20, TimeUnit.MINUTES)
            .forEach((kind, count) -> made.merge(kind, count, Long::sum));
      }
      return made;
    } finally {
      clients.shutdownNow();
    }
  }

  private Map<CountedVisit, Long> runShare(List<CountedVisit> visits, int first)
      throws IOException {
    Map<CountedVisit, Long> made = new EnumMap<>(CountedVisit.class);
    for (int i = first; i < visits.size(); i += CLIENTS) {
      CountedVisit visit = visits.get(i);
      int host = 2 + i / PER_ADDRESS;
      InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) host});
      visit.run(from, gateway.port(visit.listener()));
      made.merge(visit, 1L, Long::sum);
    }
    return made;
  }

  private static Map<String, Long> expected(Map<CountedVisit, Long> made, int http3) {
    Map<String, Long> expected = new TreeMap<>();
    for (String listener : List.of("plain", "tls")) {
      for (String protocol : List.of("h1", "h2", "h3")) {
        add(expected, listener, protocol, Measure.OPENED, 0);
        add(expected, listener, protocol, Measure.REQUESTS, 0);
        for (CloseReason reason : CloseReason.values()) {
          add(expected, listener, protocol, reason.measure(), 0);
        }
      }
      add(expected, listener, Part.NO_PROTOCOL, Measure.ACCEPTED, 0);
      for (FailureReason reason : FailureReason.values()) {
        add(expected, listener, Part.NO_PROTOCOL, reason.measure(), 0);
      }
    }
    made.forEach((visit, count) -> {
      add(expected, visit.listener(), Part.NO_PROTOCOL, Measure.ACCEPTED, count);
      add(expected, visit.listener(), visit.protocol(), visit.end(), count);
      if (!visit.protocol().equals(Part.NO_PROTOCOL)) {
        add(expected, visit.listener(), visit.protocol(), Measure.OPENED, count);
        add(
            expected,
            visit.listener(),
            visit.protocol(),
            Measure.REQUESTS,
            count * visit.requests());
      }
    });
    add(expected, "tls", Part.NO_PROTOCOL, Measure.ACCEPTED, http3);
    add(expected, "tls", "h3", Measure.OPENED, http3);
    add(expected, "tls", "h3", Measure.REQUESTS, http3);
    add(expected, "tls", "h3", Measure.CLOSED_BY_CLIENT, http3);
    return expected;
  }

  private static void add(
      Map<String, Long> all, String listener, String protocol, Measure what, long count) {
    all.merge(listener + " " + protocol + " " + what.column(), count, Long::sum);
  }

  private Map<String, Long> counted(Map<String, Long> expected) {
    Map<Part, Tally> parts = census.take().parts();
    Map<String, Long> counted = new TreeMap<>();
    parts.forEach((part, tally) -> {
      for (int i = 0; i < Measure.COUNT && part.scope() == Scope.LISTENER; i++) {
        add(counted, part.name(), part.protocol(), Measure.at(i), tally.get(Measure.at(i)));
      }
    });
    counted.keySet().retainAll(expected.keySet());
    expected.keySet().forEach(key -> counted.putIfAbsent(key, 0L));
    return counted;
  }

  /** Checks the sums that hold at rest, over all parts. */
  private void sumsAgree() {
    Map<Part, Tally> parts = census.take().parts();
    for (String protocol : List.of("h1", "h2", "h3")) {
      Tally whole = tally(parts, Part.whole(protocol));
      assertThat(closed(whole)).isEqualTo(whole.get(Measure.OPENED));
      long ofSites = parts.entrySet().stream()
          .filter(part ->
              part.getKey().scope() == Scope.SITE && part.getKey().protocol().equals(protocol))
          .mapToLong(part -> part.getValue().get(Measure.REQUESTS))
          .sum();
      assertThat(ofSites).isEqualTo(whole.get(Measure.REQUESTS));
      assertThat(LongStream.of(whole.spread(Spread.FIRST_BYTE)).sum())
          .isEqualTo(whole.get(Measure.REQUESTS));
      assertThat(LongStream.of(whole.spread(Spread.CONNECTION_AGE)).sum())
          .isEqualTo(whole.get(Measure.OPENED));
    }
    Tally tls = tally(parts, new Part(Scope.LISTENER, "tls", "h2"));
    assertThat(tls.get(Measure.HANDSHAKES_FULL) + tls.get(Measure.HANDSHAKES_RESUMED))
        .isEqualTo(tls.get(Measure.OPENED));
    assertThat(inHandshake(parts, "plain") + inHandshake(parts, "tls")).isZero();
  }

  private long open(String listener, String protocol) {
    Tally tally = tally(census.take().parts(), new Part(Scope.LISTENER, listener, protocol));
    return tally.get(Measure.OPENED) - closed(tally);
  }

  private long[] spread(String listener, String protocol, Spread spread) {
    return tally(census.take().parts(), new Part(Scope.LISTENER, listener, protocol))
        .spread(spread);
  }

  private long inHandshake(String listener) {
    return inHandshake(census.take().parts(), listener);
  }

  private static long inHandshake(Map<Part, Tally> parts, String listener) {
    Tally none = tally(parts, new Part(Scope.LISTENER, listener, Part.NO_PROTOCOL));
    long known = 0;
    for (FailureReason reason : FailureReason.values()) {
      known += none.get(reason.measure());
    }
    for (String protocol : List.of("h1", "h2", "h3")) {
      known += tally(parts, new Part(Scope.LISTENER, listener, protocol)).get(Measure.OPENED);
    }
    return none.get(Measure.ACCEPTED) - known;
  }

  private static Tally tally(Map<Part, Tally> parts, Part part) {
    return parts.getOrDefault(part, new Tally());
  }

  private static long closed(Tally tally) {
    long closed = 0;
    for (CloseReason reason : CloseReason.values()) {
      closed += tally.get(reason.measure());
    }
    return closed;
  }

  /** Returns the connections of a port that the kernel has established, from the side of the gateway. */
  private static long established(int port) throws IOException {
    // 127.0.0.1 as the kernel writes it, also at the end of its IPv6 form. Clients with another
    // address may have the same port.
    String local = String.format("0100007F:%04X", port);
    long count = 0;
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        // Number, local address, remote address, state; 01 is ESTABLISHED.
        String[] column = line.trim().split(" +", -1);
        count += column[1].endsWith(local) && column[3].equals("01") ? 1 : 0;
      }
    }
    return count;
  }

  /** Returns a counter of TCP in this network namespace. */
  private static long kernel(String name) throws IOException {
    List<String[]> tcp = Files.readAllLines(Path.of("/proc/net/snmp")).stream()
        .filter(line -> line.startsWith("Tcp:"))
        .map(line -> line.split(" ", -1))
        .toList();
    return Long.parseLong(tcp.get(1)[List.of(tcp.get(0)).indexOf(name)]);
  }
}
