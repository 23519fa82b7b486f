package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;

/** Two gateways, {@code a} and {@code b}, with one PostgreSQL. */
final class PostgresFleet {
  private final LocalPostgres server;
  private final GatewayProcess a;
  private final GatewayProcess b;

  private PostgresFleet(LocalPostgres server, GatewayProcess a, GatewayProcess b) {
    this.server = server;
    this.a = a;
    this.b = b;
  }

  /**
   * Starts the fleet, or skips the test without PostgreSQL.
   *
   * @param yaml the configuration of a node without its store, from the folder of the node
   * @param environment values of {@code ${NAME}} in it
   */
  static PostgresFleet start(
      Path directory, Function<Path, String> yaml, Map<String, String> environment)
      throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    LocalPostgres server = LocalPostgres.start();
    try {
      server.create("fleet");
      return new PostgresFleet(
          server,
          node(directory, "a", server, yaml, environment),
          node(directory, "b", server, yaml, environment));
    } catch (Exception | Error failed) {
      server.stop();
      throw failed;
    }
  }

  private static GatewayProcess node(
      Path directory,
      String name,
      LocalPostgres server,
      Function<Path, String> yaml,
      Map<String, String> environment)
      throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    String store =
        "store: { url: \"%s\", user: postgres, node: %s }\n".formatted(server.url("fleet"), name);
    return GatewayProcess.start(folder, yaml.apply(folder) + store, environment);
  }

  LocalPostgres server() {
    return server;
  }

  GatewayProcess a() {
    return a;
  }

  GatewayProcess b() {
    return b;
  }

  void stop() throws Exception {
    a.close();
    b.close();
    server.stop();
  }
}
