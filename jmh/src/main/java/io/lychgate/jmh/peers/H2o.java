package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** H2O, Lychgate's ancestor, with one thread. It writes its access log line by line. */
final class H2o extends PackagedProgram implements Peer {
  /** The minimum is TLS 1.2, as H2O has no name for TLS 1.3. The load generator offers only TLS 1.3. */
  private static final String CONFIGURATION = """
      num-threads: 1
      max-connections: ${connections}
      http2-idle-timeout: ${idleSeconds}
      http1-request-timeout: ${idleSeconds}
      error-log: error.log
      access-log: ${accessLog}
      listen:
        host: 127.0.0.1
        port: ${port}
        ssl:
          certificate-file: ${chain}
          key-file: ${key}
          minimum-version: TLSv1.2
      listen:
        host: 127.0.0.1
        port: ${plainPort}
      hosts:
        default:
          paths:
            "/files":
              file.dir: ${site}/files
            "/":
              proxy.reverse.url: http://127.0.0.1:${originPort}/
              proxy.timeout.keepalive: 60000
      """;

  H2o() {
    super("h2o", "--version");
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.FILES);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("h2o.conf");
    // Started by root, H2O otherwise switches to the user "nobody", which may not write to the
    // folder.
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    Files.writeString(file, place.fill(isRoot ? "user: root\n" + CONFIGURATION : CONFIGURATION));
    return List.of(executable(), "-m", "worker", "-c", file.toString());
  }
}
