package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OtherClients;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Every case of h2spec (github.com/summerwind/h2spec), including the strict ones, over TLS and in cleartext. */
final class H2SpecIT {
  /** h2spec has 146 cases. Fewer mean that a run ended early. */
  private static final int MORE_THAN_CASES = 140;

  /** Many cases depend on the order of arrival, so one run proves little. A run takes less than a second. */
  private static final int RUNS = 5;

  /** Seconds that h2spec waits for a frame. Only failed cases wait that long. */
  private static final String PATIENCE = "20";

  /** h2spec skips cases of flow control when a response is shorter than 5 bytes. */
  private static final String BODY = "body ".repeat(60);

  @TempDir
  static Path directory;

  private static String h2spec;
  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    h2spec = OtherClients.h2spec(directory);
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(
        Files.createDirectories(directory.resolve("public/files")).resolve("body.txt"), BODY);
    origin = ScriptedOrigin.start()
        .on("/early", visit -> visit.respond(200, BODY))
        .on("/upload", visit -> {
          visit.body();
          visit.respond(200, BODY);
        });
    // The cleartext listener has HTTP/2 only: with HTTP/1.1 beside it, an invalid preface is a
    // request that gets a 400.
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - name: cleartext
            address: 127.0.0.1:0
            protocols: [h2]
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/files/*" }, static: { root: public } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { enabled: false }
        """.formatted(origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
      origin.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tls, /upload",
    "cleartext, /upload",
    // Here the response is complete before the request is.
    "tls, /files/body.txt",
    "cleartext, /files/body.txt",
    "cleartext, /early"
  })
  void everyCasePasses(String listener, String path) throws Exception {
    for (int run = 1; run <= RUNS; run++) {
      NodeList cases = report(listener, path);

      assertThat(named(cases, "failure", "error")).as("failed, run %d", run).isEmpty();
      assertThat(named(cases, "skipped")).as("skipped, run %d", run).isEmpty();
      assertThat(cases.getLength()).as("passed, run %d", run).isGreaterThan(MORE_THAN_CASES);
    }
  }

  /** The {@code testcase} elements of the JUnit report of one run. */
  private static NodeList report(String listener, String path) throws Exception {
    Path report = directory.resolve("report.xml");
    Files.deleteIfExists(report);
    // The gateway serves the host localhost; h2spec would send an address.
    List<String> command =
        new ArrayList<>(List.of(h2spec, "generic", "http2", "hpack", "--strict"));
    command.addAll(List.of("-h", "localhost", "-p", Integer.toString(gateway.port(listener))));
    command.addAll(List.of("-P", path, "-o", PATIENCE, "-j", report.toString()));
    if (listener.equals("tls")) {
      command.addAll(List.of("-t", "-k"));
    }
    Program.Ended ended = Program.run(directory, command.toArray(String[]::new));
    assertThat(report).as(ended.output()).isNotEmptyFile();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(report.toFile())
        .getElementsByTagName("testcase");
  }

  /** Section, title and text of each case that has one of these elements. */
  private static List<String> named(NodeList cases, String... elements) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cases.getLength(); i++) {
      Element element = (Element) cases.item(i);
      for (String name : elements) {
        if (element.getElementsByTagName(name).getLength() > 0) {
          names.add(element.getAttribute("package") + " " + element.getAttribute("classname") + ": "
              + element.getTextContent().strip());
        }
      }
    }
    return names;
  }
}
