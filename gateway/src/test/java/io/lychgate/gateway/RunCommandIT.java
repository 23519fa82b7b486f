package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.ForkedJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a separate process: its output, its signals and its exit code. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
@EachJdk
final class RunCommandIT {
  private static final String GOOD = """
      sites: []
      admin: { enabled: false }
      listeners: [{ name: public, address: '127.0.0.1:0', timeouts: { drain: 2s } }]
      """;

  private static final String PUBLIC = "lychgate: public on http://127.0.0.1:";

  @TempDir
  Path directory;

  private Path file;
  private Process process;
  private BufferedReader output;
  private int port;

  @BeforeEach
  void start() throws IOException {
    file = Files.writeString(directory.resolve("gateway.yaml"), GOOD);
    launch();
    String line = awaitOutput(PUBLIC);
    port = Integer.parseInt(line.substring(PUBLIC.length(), line.indexOf(' ', PUBLIC.length())));
  }

  private void launch(String... more) throws IOException {
    // A shell starts background jobs with SIGINT ignored, and nohup ignores SIGHUP.
    // Children inherit ignored signals, and the JVM then does not receive them.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
    command.addAll(ForkedJava.lychgate("run", "-c", file.toString()));
    command.addAll(List.of(more));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  private String awaitOutput(String text) throws IOException {
    String line = "";
    while (!line.contains(text)) {
      line = output.readLine();
      assertThat(line).as("a line with: " + text).isNotNull();
    }
    return line;
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void reloadsOnSighupAndKeepsRunningWithAWrongFile() throws Exception {
    signal("HUP");
    awaitOutput("gateway.yaml loaded");

    Files.writeString(file, "sites: []\n");
    awaitOutput("the running one stays: " + file + ":1:1: listeners: missing");
    assertThat(process.isAlive()).isTrue();
  }

  /** The start waits for the password of admin, which comes through a pipe. */
  @Test
  void signalsDuringTheStartAreObeyedAfterIt() throws Exception {
    process.destroy();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    Path password = directory.resolve("password");
    assertThat(new ProcessBuilder("mkfifo", password.toString()).start().waitFor())
        .isZero();
    Files.writeString(
        file,
        GOOD.replace("admin: { enabled: false }", "admin: { address: '127.0.0.1:0' }")
            + "accessLog: access.log\n");
    launch("--admin-password-file", password.toString());

    try (OutputStream pipe = Files.newOutputStream(password)) {
      signal("HUP");
      signal("USR1");
      pipe.write("a long enough password\n".getBytes(StandardCharsets.UTF_8));
    }

    awaitOutput(PUBLIC);
    awaitOutput("gateway.yaml loaded");
    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void drainsAndExitsWithZeroOnSigterm() throws Exception {
    signal("TERM");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void namesTheConnectionsForWhichItWaits() throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.getInputStream().read()).isEqualTo('H');

      signal("TERM");

      awaitOutput("stopping: waiting up to 2 s for 1 open connection;");
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void exitsWithZeroOnSigint() throws Exception {
    signal("INT");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
