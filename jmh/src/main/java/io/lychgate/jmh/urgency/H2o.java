package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** H2O as packaged. It does not support RFC 9218. */
final class H2o extends PackagedProgram implements UrgencyServer {
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

  H2o() {
    super("h2o", "--version");
  }

  @Override
  public boolean supports(Change change) {
    return change.isTree();
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("h2o.conf");
    Files.writeString(file, place.fill(CONFIGURATION));
    return List.of(executable(), "-m", "worker", "-c", file.toString());
  }
}
