package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a service of systemd: its units, the sockets that it gets, and its reports. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class ServiceUnitIT {
  private static final Path UNITS =
      Path.of("..", "docker", "systemd").toAbsolutePath().normalize();
  private static final Path LAUNCHER =
      Path.of("src", "test", "e2e", "systemd-launcher.py").toAbsolutePath();

  @TempDir
  Path directory;

  private Process launcher;
  private BufferedReader lines;
  private long service;
  private int port;

  private void start(String sockets, int portOfListener) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("python3", LAUNCHER.toString(), directory.toString(), sockets));
    command.addAll(
        ForkedJava.lychgate("run", "-c", directory.resolve("gateway.yaml").toString()));
    launcher = new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
    lines = launcher.inputReader(StandardCharsets.UTF_8);
    port = Integer.parseInt(await("port"));
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - name: public
            address: 127.0.0.1:%d
            protocols: [ http/1.1, h2, h3 ]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: served } } ]
        admin: { enabled: false }
        upgrade: { enabled: true, directory: u }
        """.formatted(
            portOfListener == 0 ? port : portOfListener));
    launcher.outputWriter().append('\n').flush();
    service = Long.parseLong(await("child"));
  }

  /** Returns the rest of the next line that begins with this word. */
  private String await(String word) throws IOException {
    while (true) {
      String line = lines.readLine();
      assertThat(line).as(word + " expected; output: " + output()).isNotNull();
      if (line.startsWith(word + " ")) {
        return line.substring(word.length() + 1);
      }
    }
  }

  private String output() throws IOException {
    Path out = directory.resolve("out");
    return Files.exists(out) ? Files.readString(out) : "";
  }

  @AfterEach
  void stop() {
    ProcessHandle.of(service).filter(it -> service > 0).ifPresent(ProcessHandle::destroyForcibly);
    if (launcher != null) {
      launcher.destroyForcibly();
    }
  }

  private void serves() throws Exception {
    for (String version : List.of("--http1.1", "--http2")) {
      Commands.Result response =
          Commands.curl(version, "https://127.0.0.1:" + port + "/", "-H", "Host: localhost");
      assertThat(response.expectSuccess().out()).contains("served");
    }
    try (Http3Client client = Http3Client.connect(port, "localhost")) {
      assertThat(client.get("/").await().text()).contains("served");
    }
  }

  @Test
  void usesThePassedSocketsReportsReadyAndStopping() throws Exception {
    start("public:nonblocking", 0);

    assertThat(await("notified")).isEqualTo("READY=1 MAINPID=" + service);
    serves();
    assertThat(
            new ProcessBuilder("kill", "-TERM", Long.toString(service)).start().waitFor())
        .isZero();
    assertThat(await("notified")).isEqualTo("STOPPING=1");
    assertThat(await("ended")).isEqualTo("0");
  }

  @Test
  void newProcessBecomesTheMainOne() throws Exception {
    start("public:nonblocking", 0);
    assertThat(await("notified")).startsWith("READY=1");

    Process upgrade = ForkedGateway.command(directory, "upgrade");
    String next = await("notified");
    String after = await("notified");

    String said = new String(upgrade.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("serves now");
    long old = service;
    service = Long.parseLong(said.replaceAll("\\D", ""));
    assertThat(List.of(next, after))
        .containsExactlyInAnyOrder("READY=1 MAINPID=" + service, "MAINPID=" + service);
    serves();
    Await.until(
        () -> assertThat(ProcessHandle.of(old).filter(ProcessHandle::isAlive)).isEmpty());
    serves();
  }

  @Test
  void blockingSocketIsRefusedWithTheSettingOfTheUnit() throws Exception {
    start("public:blocking", 0);

    assertThat(await("ended")).isEqualTo("1");
    assertThat(output()).contains("socket public of systemd (descriptor 3)", "NonBlocking=yes");
  }

  @Test
  void socketOfNoListenerIsReported() throws Exception {
    start("other:nonblocking", 1);

    Await.until(
        () -> assertThat(output()).containsAnyOf("no listener has this address", "Permission"));
  }

  @Test
  void unitsHaveTheSettingsOfTheProtocol() throws IOException {
    List<String> unit = Files.readAllLines(UNITS.resolve("lychgate.service"));
    List<String> sockets = Files.readAllLines(UNITS.resolve("lychgate.socket"));

    assertThat(unit).contains("Type=notify", "NotifyAccess=all", "NonBlocking=yes");
    assertThat(sockets).contains("ListenStream=0.0.0.0:443", "ListenDatagram=0.0.0.0:443");
  }

  @Test
  void systemdAcceptsTheUnits() throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "systemd-analyze"))),
        "systemd-analyze is not installed");
    // The program of the unit is not installed here, so a copy names one that is.
    String unit = Files.readString(UNITS.resolve("lychgate.service"))
        .replace("/opt/lychgate/bin/lychgate", "/bin/true");
    Files.writeString(directory.resolve("lychgate.service"), unit);
    Files.copy(UNITS.resolve("lychgate.socket"), directory.resolve("lychgate.socket"));

    Process verify = new ProcessBuilder(
            "systemd-analyze",
            "verify",
            "--man=no",
            directory.resolve("lychgate.service").toString(),
            directory.resolve("lychgate.socket").toString())
        .redirectErrorStream(true)
        .start();
    String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(verify.waitFor()).as(said).isZero();
    assertThat(said.lines().filter(line -> line.contains("lychgate."))).isEmpty();
  }
}
