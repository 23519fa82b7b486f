package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.HandOver;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UpgradeLoad;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that replace each other under load, without a failed request. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class ProcessUpgradeIT {
  private static final Pattern SERVES = Pattern.compile("process (\\d+) serves now");
  private static final int SLOW_PIECES = 10;
  private static final int PIECE_MILLIS = 100;

  @TempDir
  Path directory;

  private final List<ForkedGateway> gateways = new ArrayList<>();
  private ScriptedOrigin origin;

  @BeforeEach
  void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start();
    origin.on("/", visit -> visit.respond(200, "served".repeat(500)));
    origin.on("/slow", visit -> {
      visit.send("HTTP/1.1 200 OK\r\nContent-Length: " + SLOW_PIECES * 5 + "\r\n\r\n");
      for (int i = 0; i < SLOW_PIECES; i++) {
        TimeUnit.MILLISECONDS.sleep(PIECE_MILLIS);
        visit.send("piece");
      }
    });
    origin.on("/echo", WebSocketOrigin::echoFrames);
    origin.on("/stored", visit -> visit.respond(200, "stored", "Cache-Control: max-age=600"));
    writeConfiguration("");
  }

  private ForkedGateway startGateway() {
    ForkedGateway gateway =
        ForkedGateway.start(directory, Map.of("_JAVA_SR_SIGNUM", "50")).awaitStart();
    gateways.add(gateway);
    return gateway;
  }

  private void replaceInConfiguration(String before, String after) throws IOException {
    Path file = directory.resolve("gateway.yaml");
    Files.writeString(file, Files.readString(file).replace(before, after));
  }

  private void writeConfiguration(String moreListeners) throws IOException {
    Files.writeString(
        directory.resolve("gateway.yaml"), """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [ http/1.1, h2, h3 ]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            timeouts: { drain: 6s }
        %s
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/stored" }, proxy: { upstream: app }, policies: { cache: {} } }
              - { match: { path: "/*" }, proxy: { upstream: app, webSocket: true } }
        cache: { disk: { folder: stored } }
        admin: { address: "127.0.0.1:0" }
        upgrade: { enabled: true, directory: u, timeout: 40s }
        """.formatted(moreListeners, origin.port()));
  }

  @AfterEach
  void stop() {
    pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    gateways.forEach(ForkedGateway::close);
    origin.close();
  }

  private String output() {
    StringBuilder all = new StringBuilder();
    gateways.forEach(gateway -> all.append(gateway.out()).append(gateway.err()));
    return all.toString();
  }

  /** Returns the processes that have taken over so far. */
  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    Matcher matcher = SERVES.matcher(output());
    while (matcher.find()) {
      pids.add(Long.parseLong(matcher.group(1)));
    }
    return pids;
  }

  private long awaitUpgrade(int number) {
    Await.until(() -> assertThat(pids()).as(output()).hasSize(number));
    return pids().get(number - 1);
  }

  private static void awaitEnd(long pid) {
    Await.until(
        () -> assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty());
  }

  private static void signal(long pid, String name) throws Exception {
    assertThat(
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  private static Http1Peer.Response getStored(int port, String cacheControl) throws IOException {
    try (Http1Peer peer = Http1Peer.on(TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), port))) {
      return peer.send("GET /stored HTTP/1.1\r\nHost: localhost\r\nCache-Control: " + cacheControl
              + "\r\n\r\n")
          .read();
    }
  }

  /** Stores a response in the folder that all processes share in turn. */
  private void store(int port) throws IOException {
    assertThat(getStored(port, "max-stale").status()).isEqualTo(200);
    Await.until(() -> {
      try (Stream<Path> files = Files.walk(directory.resolve("stored"))) {
        assertThat(files.filter(Files::isRegularFile)).hasSize(2); // The lock is a file, too.
      }
    });
  }

  @Test
  void threeUpgradesUnderLoadFailNoRequest() throws Exception {
    ForkedGateway gateway = startGateway();
    int port = gateway.port("tls");
    long first = gateway.pid();
    store(port);
    UpgradeLoad load = new UpgradeLoad(port, "/", "/slow", "/echo").start();
    try (load) {
      load.awaitMore(5);

      signal(first, "USR2");
      long second = awaitUpgrade(1);
      load.awaitMore(5);
      gateways.add(ForkedGateway.start(directory, Map.of("_JAVA_SR_SIGNUM", "50")));
      long third = awaitUpgrade(2);
      load.awaitMore(5);
      Process command = ForkedGateway.command(directory, "upgrade");
      long fourth = awaitUpgrade(3);

      load.awaitMore(10);
      awaitEnd(first);
      awaitEnd(second);
      awaitEnd(third);
      assertThat(new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("process " + fourth + " serves now");
      load.awaitMore(5);
    }
    assertThat(load.failures()).as(output()).isEmpty();
    Await.until(() ->
        assertThat(getStored(port, "only-if-cached").body()).as(output()).isEqualTo("stored"));
    assertThat(origin.requestsFor("/stored")).hasSize(1);
  }

  @Test
  void newProcessThatFailsChangesNothing() throws Exception {
    ForkedGateway gateway = startGateway();
    int port = gateway.port("tls");
    long first = gateway.pid();
    UpgradeLoad load = new UpgradeLoad(port, "/", "/slow", "/echo").start();
    try (load;
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      load.awaitMore(2);
      writeConfiguration("  - { name: taken, address: '127.0.0.1:" + taken.getLocalPort() + "' }");

      signal(first, "USR2");

      Await.until(
          () -> assertThat(output()).contains("has ended with code 1; this process continues"));
      load.awaitMore(5);
      writeConfiguration("");
      signal(first, "USR2");
      awaitUpgrade(1);
      awaitEnd(first);
      load.awaitMore(2);
    }
    assertThat(load.failures()).as(output()).isEmpty();
  }

  @Test
  void quicConnectionsCloseWhenTheNewProcessEndsDuringTheDrain() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    origin.on("/held", visit -> {
      visit.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
      Await.latch(held);
      visit.send("late");
    });
    int port = startGateway().port("tls");
    Socket socket = TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), port);
    try (Http1Peer tcp = Http1Peer.on(socket);
        Http3Client quic = Http3Client.connect(port, "localhost")) {
      tcp.send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var unused = quic.get("/held");
      Await.until(() -> assertThat(origin.requestsFor("/held")).hasSize(2));
      gateways.add(ForkedGateway.start(directory, Map.of("_JAVA_SR_SIGNUM", "50")));
      awaitUpgrade(1);

      gateways.get(1).kill();

      Await.until(() -> assertThat(quic.isOpen()).isFalse());
      // The drain of the first process has not ended.
      held.countDown();
      assertThat(tcp.read().body()).isEqualTo("late");
    } finally {
      held.countDown();
    }
    gateways.get(0).awaitEnd();
    assertThat(output()).contains("still drains; QUIC connections close");
    gateways.add(ForkedGateway.start(directory, Map.of()).awaitStart());
    try (Http3Client later = Http3Client.connect(gateways.get(2).port("tls"), "localhost")) {
      assertThat(later.get("/").await().status()).isEqualTo(200);
    }
  }

  /** Returns the folder of a gateway with the same folder for upgrades and another name of its listener. */
  private Path otherGateway() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    TestCertificates.write(other, "site", "localhost");
    Files.writeString(
        other.resolve("gateway.yaml"),
        Files.readString(directory.resolve("gateway.yaml"))
            .replace("name: tls", "name: another")
            .replace("directory: u", "directory: " + directory.resolve("u")));
    return other;
  }

  @Test
  void quicConnectionSurvivesANewNameOfItsListener() throws Exception {
    // With port 0, only the name identifies a listener.
    int port = FreePort.find();
    replaceInConfiguration("address: 127.0.0.1:0", "address: 127.0.0.1:" + port);
    startGateway();
    CountDownLatch held = new CountDownLatch(1);
    // Several windows of the client, which must send packets for the next ones.
    String body = "x".repeat(8 * Http3Client.STREAM_WINDOW);
    origin.on("/held", visit -> {
      visit.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n");
      Await.latch(held);
      visit.send(body);
    });
    try (Http3Client quic = Http3Client.connect(port, "localhost")) {
      Http3Request lasting = quic.get("/held");
      Await.until(() -> assertThat(origin.requestsFor("/held")).hasSize(1));
      gateways.add(ForkedGateway.start(otherGateway(), Map.of()));
      awaitUpgrade(1);

      held.countDown();

      assertThat(lasting.await().bytes()).hasSize(body.length());
    } finally {
      held.countDown();
    }
  }

  @Test
  void processThatIsNotReadyInTimeIsStoppedUnlessItIsAboutToServe() throws Exception {
    replaceInConfiguration("timeout: 40s", "timeout: 6s");
    Path started = directory.resolve("started");
    Path launcher = Files.writeString(
        directory.resolve("launcher"), "#!/bin/sh\necho $$ > " + started + "\nexec sleep 120\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    gateways.add(ForkedGateway.start(
            directory, Map.of("_JAVA_SR_SIGNUM", "50", "LYCHGATE_LAUNCHER", launcher.toString()))
        .awaitStart());

    signal(gateways.get(0).pid(), "USR2");

    Await.until(() -> assertThat(started).content().endsWith("\n"));
    ProcessHandle successor =
        ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
    try (HandOver handOver = HandOver.with(directory.resolve("u"))) {
      handOver.proceedToGo();
      // A process that is stopped too early would end within this time.
      assertThat(successor.onExit().completeOnTimeout(null, 7, TimeUnit.SECONDS).get())
          .as("stopped within a second after its time")
          .isNull();
    }
    Await.until(
        () -> assertThat(output()).contains("the new process was not ready within 6 s; this"));
    Await.until(() -> assertThat(successor.isAlive()).isFalse());
  }
}
