package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.Commands.Result;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first steps of a new user: {@code lychgate init}, start, curl. Only the ports differ from the documented ones. */
@EachJdk
final class FirstContactIT {
  @TempDir
  Path directory;

  private GatewayProcess startWhatInitWrites(int applicationPort) throws IOException {
    StringWriter output = new StringWriter();
    int exitCode = Main.commandLine()
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .execute("init", directory.toString());
    assertThat(exitCode).as(output.toString()).isZero();
    String yaml = Files.readString(directory.resolve("gateway.yaml"))
        .replace("0.0.0.0:8443", "127.0.0.1:0")
        .replace("127.0.0.1:3000", "127.0.0.1:" + applicationPort);
    return GatewayProcess.start(
        directory, yaml + "admin: { address: \"127.0.0.1:0\" }\n", Map.of());
  }

  private Result trustingCurl(String... arguments) {
    String[] all = new String[arguments.length + 5];
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    all[0] = "-sSi";
    all[1] = "--max-time";
    all[2] = "30";
    all[3] = "--cacert";
    all[4] = directory.resolve("certs/site.pem").toString();
    return Commands.finish(Commands.start("curl", all)).expectSuccess();
  }

  @Test
  void configurationOfInitServesLocalhostAndItsAddresses() throws IOException {
    try (OriginServer application = new OriginServer().text("/", "hello from the application");
        GatewayProcess gateway = startWhatInitWrites(application.port())) {
      for (String host : new String[] {"localhost", "127.0.0.1"}) {
        String base = "https://" + host + ":" + gateway.port("public");
        assertThat(trustingCurl(base + "/").out()).contains(" 200", "hello from the application");
        assertThat(trustingCurl(base + "/assets/").out())
            .contains(" 200", "public/assets/index.html");
      }
    }
  }

  @Test
  void missingApplicationIsExplainedWithStatus502() throws IOException {
    try (GatewayProcess gateway = startWhatInitWrites(FreePort.find())) {
      String output =
          trustingCurl("https://localhost:" + gateway.port("public") + "/").out();

      assertThat(output).contains(" 502").contains("does not accept connections");
    }
  }

  @Test
  void unknownHostIsExplainedWithStatus421() throws IOException {
    try (GatewayProcess gateway = startWhatInitWrites(FreePort.find())) {
      String output = trustingCurl(
              "-H", "Host: www.example.com", "https://localhost:" + gateway.port("public") + "/")
          .out();

      assertThat(output).contains(" 421").contains("no site with the host of the request");
    }
  }
}
