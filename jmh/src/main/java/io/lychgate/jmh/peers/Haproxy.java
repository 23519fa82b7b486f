package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.PackagedProgram;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** HAProxy with one thread and shared upstream connections. Its log goes to standard output, which is a file here. */
final class Haproxy extends PackagedProgram implements Peer {
  private static final String CONFIGURATION = """
      global
        nbthread 1
        maxconn ${connections}
        log stdout format raw local0 info
        ssl-default-bind-options ssl-min-ver TLSv1.3
        ssl-default-bind-ciphersuites TLS_AES_128_GCM_SHA256
      defaults
        mode http
        log global
        option httplog
        http-reuse always
        timeout connect 5s
        timeout client ${idleSeconds}s
        timeout server 60s
        timeout http-keep-alive ${idleSeconds}s
      frontend public
        bind 127.0.0.1:${port} ssl crt ${both} alpn h2,http/1.1
        bind 127.0.0.1:${plainPort}
        ${routes}
        default_backend origin
      backend origin
        server origin 127.0.0.1:${originPort}${proto}
      backend probe
        server probe 127.0.0.1:${probePort}
      """;

  Haproxy() {
    super("haproxy", "-v");
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.HTTP_2_ORIGIN, Ability.RELOAD);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = configure(place);
    // Only a master can reload; without it there is one process less.
    String mode = place.wish().routes().count() > 0 ? "-W" : "-db";
    return List.of(executable(), mode, "-f", file.toString());
  }

  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    configure(place);
    Signals.send("USR2", process.root());
  }

  /** Writes the configuration. In HAProxy, many routes are a map: a tree of prefixes. */
  private static Path configure(Place place) throws IOException {
    Routes routes = place.wish().routes();
    Path map = place.directory().resolve("routes.map");
    Files.writeString(map, routes.each(i -> "/r" + i + "/ origin\n") + "/probe probe\n");
    String rule = routes.probe("use_backend %[path,map_beg(" + map + ",origin)]");
    return Files.writeString(
        place.directory().resolve("haproxy.cfg"),
        place.fill(CONFIGURATION
            .replace("${routes}", rule)
            .replace("${proto}", place.byOrigin("", " proto h2"))));
  }
}
