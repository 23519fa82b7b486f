package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.PackagedProgram;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** nghttpx of nghttp2, with one worker in its own process and an access log. */
final class Nghttpx extends PackagedProgram implements Peer {
  private static final String CONFIGURATION = """
      frontend=127.0.0.1,${port}
      frontend=127.0.0.1,${plainPort};no-tls
      backend=127.0.0.1,${originPort}${proto}
      ${routes}private-key-file=${key}
      certificate-file=${chain}
      tls-min-proto-version=TLSv1.3
      tls-max-proto-version=TLSv1.3
      workers=1
      single-process=${isSingle}
      accesslog-file=${accessLog}
      errorlog-file=${directory}/error.log
      pid-file=${directory}/nghttpx.pid
      frontend-http2-read-timeout=${idleSeconds}
      frontend-read-timeout=${idleSeconds}
      frontend-keep-alive-timeout=${idleSeconds}
      backend-keep-alive-timeout=60
      worker-frontend-connections=0
      """;

  Nghttpx() {
    super("nghttpx", "nghttp2-proxy", "--version");
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.HTTP_2_ORIGIN, Ability.RELOAD);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return List.of(executable(), "--conf=" + configure(place));
  }

  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    configure(place);
    Signals.send("HUP", process.root());
  }

  private static Path configure(Place place) throws IOException {
    Routes routes = place.wish().routes();
    String each = routes.each(i -> "backend=127.0.0.1,${originPort};/r" + i + "/\n")
        + routes.probe("backend=127.0.0.1,${probePort};/probe\n");
    // Only a master with a worker process can reload.
    String isSingle = routes.count() > 0 ? "no" : "yes";
    return Files.writeString(
        place.directory().resolve("nghttpx.conf"),
        place.fill(CONFIGURATION
            .replace("${routes}", each)
            .replace("${isSingle}", isSingle)
            .replace("${proto}", place.byOrigin("", ";;proto=h2"))));
  }
}
