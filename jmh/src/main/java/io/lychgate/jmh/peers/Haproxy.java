package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** HAProxy with one thread and shared upstream connections; its log goes to standard output, which is a file here. */
final class Haproxy implements Peer {
  private static final String CONFIGURATION = """
      global
        nbthread 1
        maxconn 8192
        log stdout format raw local0 info
        ssl-default-bind-options ssl-min-ver TLSv1.3
      defaults
        mode http
        log global
        option httplog
        http-reuse always
        timeout connect 5s
        timeout client 120s
        timeout server 60s
        timeout http-keep-alive 120s
      frontend public
        bind 127.0.0.1:${port} ssl crt ${both} alpn h2,http/1.1
        default_backend origin
      backend origin
        server origin 127.0.0.1:${originPort}
      """;

  @Override
  public String name() {
    return "haproxy";
  }

  @Override
  public Optional<String> absence() {
    return Commands.absence("haproxy", "haproxy");
  }

  @Override
  public String version() throws IOException {
    return Commands.version("haproxy", "-v");
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("haproxy.cfg");
    Files.writeString(file, place.fill(CONFIGURATION));
    return List.of(Commands.find("haproxy").orElseThrow().toString(), "-db", "-f", file.toString());
  }
}
