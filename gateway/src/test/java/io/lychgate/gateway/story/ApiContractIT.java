package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Python;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schemathesis against a running gateway: requests made from the contract, valid and invalid ones. No response is a failure of the
 * gateway, and each one is in the contract.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ApiContractIT {
  private static final String PACKAGE = "schemathesis==4.32.5";

  /** Seconds of the whole run. It stops at the next operation then. */
  private static final int SECONDS = 20;

  @TempDir
  Path directory;

  @Test
  void gatewayKeepsToItsContract() throws Exception {
    Path python = Path.of(Python.with(PACKAGE));
    try (GatewayProcess gateway = GatewayProcess.start(directory, """
        listeners:
          - { name: web, address: "127.0.0.1:0", protocols: [http/1.1] }
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:store.db", directory: state }
        upstreams: { app: { servers: [ { url: "http://127.0.0.1:9" } ] } }
        sites: [ { hosts: [localhost], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        """, Map.of())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      admin.create("shop", "rules: []");
      Path contract = directory.resolve("openapi.yaml");
      Files.writeString(contract, contract());
      Process run = new ProcessBuilder(
              python.resolveSibling("schemathesis").toString(),
              "run",
              contract.toString(),
              "--url",
              "https://127.0.0.1:" + gateway.adminPort() + "/api/v1",
              "--tls-verify=false",
              "--phases=examples,fuzzing",
              "--max-examples=3",
              "--workers=2",
              "--generation-deterministic",
              "--suppress-health-check=all",
              "--generation-with-security-parameters=false",
              "--max-time=" + SECONDS,
              "--checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
              "--exclude-operation-id=events",
              "--exclude-operation-id=logout",
              "--exclude-operation-id=login",
              "--exclude-operation-id=changePassword",
              "--exclude-operation-id=getMetrics",
              "--exclude-operation-id=getLiveness",
              "--exclude-operation-id=getReadiness",
              "--header",
              "Cookie: " + admin.cookie(),
              "--header",
              "X-Lychgate-CSRF: 1",
              "--request-timeout=10",
              "--no-color")
          .directory(directory.toFile())
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("out.txt").toFile())
          .start();
      boolean ended = run.waitFor(SECONDS + 60L, TimeUnit.SECONDS);
      if (!ended) {
        run.destroyForcibly().waitFor();
      }
      String output = Files.readString(directory.resolve("out.txt"));
      assertThat(ended).as(output).isTrue();
      assertThat(run.exitValue()).as(output).isZero();
    }
  }

  private static String contract() throws Exception {
    try (var in = ApiContractIT.class.getResourceAsStream("/admin/openapi.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
