package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SmallDisk;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The disk behind the memory of the cache: restarts, purges, broken files, bounds. */
final class CacheDiskIT {
  private static final int LARGE = 100_000;

  @TempDir
  Path directory;

  private final Map<String, Integer> visits = new ConcurrentHashMap<>();
  private final ScriptedOrigin origin = ScriptedOrigin.start().otherwise(this::respond);
  private GatewayProcess gateway;

  private void respond(OriginVisit visit) throws IOException {
    int number = visits.merge(visit.target(), 1, Integer::sum);
    String vary = visit.path().startsWith("/vary") ? "Vary: X-Kind" : "X-None: 1";
    String body = visit.path().startsWith("/large")
        ? "x".repeat(LARGE)
        : "response " + number + " " + visit.field("x-kind");
    visit.respond(
        200, body, "Cache-Control: max-age=600", vary, "ETag: \"e\"", "Surrogate-Key: shop page");
  }

  @BeforeEach
  void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    gateway = GatewayProcess.start(directory, yaml("cache"), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private String yaml(String folder) {
    return """
        cache: { memory: 1MiB, disk: { folder: %s, maxSize: 16MiB } }
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { cache: {} }
            routes: [ { id: all, match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(folder, origin.port());
  }

  private void restart() {
    gateway.close();
    gateway = GatewayProcess.start(directory, yaml("cache"), Map.of());
  }

  private Response get(String path, String... fields) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
      peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
      return peer.read();
    }
  }

  private double metric(String name) {
    return gateway.metric("lychgate_cache_disk_" + name);
  }

  private void awaitWritten(int number) {
    Await.until(() -> assertThat(metric("writes_total")).isGreaterThanOrEqualTo(number));
  }

  private void awaitIndexed(int urls) {
    Await.until(() -> assertThat(metric("urls")).isEqualTo(urls));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("cache"))) {
      return all.filter(each -> !each.endsWith("lock")).toList();
    }
  }

  @Test
  void responseSurvivesARestartForEachProtocol() throws Exception {
    get("/a");
    get("/b");
    get("/c");
    awaitWritten(3);
    restart();
    awaitIndexed(3);

    Response first = get("/a", "Range: bytes=0-7");
    assertThat(first.status()).isEqualTo(206);
    assertThat(first.body()).isEqualTo("response");
    assertThat(first.head()).contains("cache-status: lychgate; hit", "age: ");
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.get("/h3").await();
      assertThat(request.text()).startsWith("response 1");
    }
    awaitWritten(1);
    restart();
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      awaitIndexed(4);
      Http3Request request = client.get("/h3").await();
      assertThat(request.text()).startsWith("response 1");
      assertThat(request.field("cache-status")).startsWith("lychgate; hit");
    }
    assertThat(visits).containsEntry("/a", 1).containsEntry("/h3", 1);
  }

  @Test
  void manyClientsOfOneFileReadItOnce() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      assertThat(client.get("/large/many").await().bytes()).hasSize(LARGE);
    }
    awaitWritten(1);
    restart();
    awaitIndexed(1);
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      List<Http3Request> requests = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        requests.add(client.get("/large/many"));
      }
      for (Http3Request request : requests) {
        assertThat(request.await().bytes()).hasSize(LARGE);
        assertThat(request.field("cache-status")).startsWith("lychgate; hit");
      }
    }
    assertThat(visits).containsEntry("/large/many", 1);
    assertThat(metric("reads_total")).isEqualTo(1);
  }

  @Test
  void responseThatHasLeftTheMemoryComesBack() throws Exception {
    for (int i = 0; i < 30; i++) {
      get("/large/" + i);
    }
    awaitWritten(30);

    for (int i = 0; i < 30; i++) {
      assertThat(get("/large/" + i).body()).hasSize(LARGE);
    }

    assertThat(visits.values()).containsOnly(1);
    assertThat(metric("reads_total")).isPositive();
  }

  @Test
  void variantsAreKeptApart() throws Exception {
    get("/vary", "X-Kind: a");
    get("/vary", "X-Kind: b");
    awaitWritten(2);
    restart();
    awaitIndexed(1);

    assertThat(get("/vary", "X-Kind: a").body()).isEqualTo("response 1 a");
    assertThat(get("/vary", "X-Kind: b").body()).isEqualTo("response 2 b");
    assertThat(get("/vary", "X-Kind: c").body()).isEqualTo("response 3 c");
  }

  @ParameterizedTest
  @CsvSource({"url, http://localhost/a", "prefix, http://localhost/", "tag, shop", "all, true"})
  void purgeReachesTheDisk(String by, String value) throws Exception {
    get("/a");
    awaitWritten(1);
    restart();
    awaitIndexed(1);
    AdminPeer admin = AdminPeer.login(gateway.adminPort());

    int urls = admin
        .post("/cache:purge", Map.of(by, by.equals("all") ? (Object) true : value))
        .path("urls")
        .asInt();

    assertThat(urls).isEqualTo(1);
    // A gateway that is killed now does not find the files again.
    assertThat(files()).isEmpty();
    restart();
    assertThat(get("/a").body()).startsWith("response 2");
  }

  @Test
  void unsafeMethodInvalidatesTheDisk() throws Exception {
    get("/a");
    awaitWritten(1);
    restart();
    awaitIndexed(1);
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
      peer.read();
    }
    restart();

    assertThat(get("/a").body()).startsWith("response 3");
  }

  @Test
  void brokenFilesAreIgnoredAndRemoved() throws Exception {
    get("/head");
    get("/body");
    get("/short");
    get("/whole");
    awaitWritten(4);
    gateway.close();
    for (Path file : files()) {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
        if (text.contains("localhost/head")) {
          open.seek(30);
          open.write('#');
        } else if (text.contains("localhost/body")) {
          open.seek(bytes.length - 1);
          open.write('#');
        } else if (text.contains("localhost/short")) {
          open.setLength(bytes.length - 1);
        }
      }
    }
    Path folder = directory.resolve("cache");
    Files.writeString(folder.resolve("7.half"), "half a response");
    Files.writeString(folder.resolve("garbage.response"), "LYC3 and no more");
    Files.write(folder.resolve("empty.response"), new byte[0]);
    Files.writeString(folder.resolve("notes.txt"), "of the operator");
    gateway = GatewayProcess.start(directory, yaml("cache"), Map.of());
    awaitIndexed(2);

    assertThat(get("/whole").body()).isEqualTo("response 1 ");
    assertThat(get("/body").body()).isEqualTo("response 2 ");
    assertThat(get("/head").body()).isEqualTo("response 2 ");
    assertThat(get("/short").body()).isEqualTo("response 2 ");
    Await.until(() -> assertThat(files()).hasSize(5));
    assertThat(folder.resolve("notes.txt")).exists();
  }

  @Test
  void folderIsPrivateAndForOneGateway() throws Exception {
    get("/a");
    awaitWritten(1);

    assertThat(PosixFilePermissions.toString(
            Files.getPosixFilePermissions(directory.resolve("cache"))))
        .isEqualTo("rwx------");
    for (Path file : files()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    TestCertificates.write(other, "site", "localhost");
    assertThatThrownBy(() -> GatewayProcess.start(other, yaml("../cache"), Map.of()))
        .hasMessageContaining("cache is used by another gateway (expected: one folder each)");
  }

  @Test
  void gatewayOfAnUpgradeWaitsForTheFolder() throws Exception {
    get("/a");
    get("/b");
    awaitWritten(2);
    Path other = Files.createDirectory(directory.resolve("other"));
    TestCertificates.write(other, "site", "localhost");
    GatewayProcess draining = gateway;
    try {
      gateway =
          GatewayProcess.start(other, yaml("../cache") + "upgrade: { enabled: true }\n", Map.of());

      assertThat(get("/c").body()).isEqualTo("response 1 ");
      assertThat(get("/c").body()).isEqualTo("response 1 ");
      Await.until(() -> assertThat(metric("skipped_total")).isEqualTo(1));
      assertThat(metric("urls")).isZero();
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        peer.send("POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
        peer.read();
      }
    } finally {
      draining.close();
    }

    awaitIndexed(1);
    assertThat(get("/a").body()).isEqualTo("response 1 ");
    assertThat(get("/b").body()).isEqualTo("response 3 ");
    awaitWritten(1);
  }

  @Test
  void filesStayBelowTheLimit() throws Exception {
    for (int i = 0; i < 220; i++) {
      get("/large/" + i);
    }
    Await.until(
        () -> assertThat(metric("writes_total") + metric("skipped_total")).isEqualTo(220));
    Await.until(() -> {
      long bytes = 0;
      for (Path file : files()) {
        bytes += Files.size(file);
      }
      assertThat(bytes).isLessThanOrEqualTo(16 << 20);
    });
    assertThat(metric("bytes")).isLessThanOrEqualTo(16 << 20);
  }

  @Test
  void fullDiskLeavesTheMemory() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("small"), 256)) {
      gateway.close();
      gateway = GatewayProcess.start(directory, yaml("small/cache"), Map.of());
      get("/a");
      awaitWritten(1);
      disk.fill();

      for (int i = 0; i < 2; i++) {
        assertThat(get("/large/b").body()).hasSize(LARGE);
        Await.until(() -> assertThat(metric("failures_total")).isEqualTo(1));
      }
      assertThat(get("/a").body()).isEqualTo("response 1 ");
      assertThat(visits).containsEntry("/large/b", 1);
      gateway.close();
      gateway = GatewayProcess.start(directory, yaml("cache"), Map.of());
    }
  }

  @Test
  void folderThatCannotBeWrittenLeavesTheMemory() throws Exception {
    get("/a");
    awaitWritten(1);
    // A folder in place of the next half file: also root cannot write it.
    for (int i = 2; i < 10; i++) {
      Files.createDirectory(directory.resolve("cache/" + i + ".half"));
    }

    assertThat(get("/b").body()).isEqualTo("response 1 ");
    Await.until(() -> assertThat(metric("failures_total")).isEqualTo(1));
    assertThat(get("/b").body()).isEqualTo("response 1 ");
    assertThat(get("/c").body()).isEqualTo("response 1 ");
    Await.until(() -> assertThat(metric("skipped_total")).isEqualTo(1));
    assertThat(get("/a").body()).isEqualTo("response 1 ");
  }
}
