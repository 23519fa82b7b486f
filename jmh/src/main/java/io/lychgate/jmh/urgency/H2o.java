package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** H2O as its package ships it. It knows no RFC 9218. */
final class H2o implements UrgencyServer {
  private static final String CONFIGURATION = """
      user: root
      num-threads: 1
      error-log: error.log
      listen:
        port: ${port}
        ssl:
          certificate-file: ${chain}
          key-file: ${key}
          ocsp-update-interval: 0
      hosts:
        default:
          paths:
            "/files":
              file.dir: ${site}/files
            "/proxied":
              proxy.reverse.url: http://127.0.0.1:${originPort}/proxied
      """;

  @Override
  public String name() {
    return "h2o";
  }

  @Override
  public Optional<String> absence() {
    return Commands.absence("h2o", "h2o");
  }

  @Override
  public String version() throws IOException {
    return Commands.version("h2o", "--version");
  }

  @Override
  public boolean knows(Change change) {
    return change.isTree();
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("h2o.conf");
    Files.writeString(file, place.fill(CONFIGURATION));
    return List.of(
        Commands.find("h2o").orElseThrow().toString(), "-m", "worker", "-c", file.toString());
  }
}
