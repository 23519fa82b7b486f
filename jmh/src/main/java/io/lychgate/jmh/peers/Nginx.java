package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.PackagedProgram;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** nginx with one worker, upstream keep-alive and a buffered access log. */
final class Nginx extends PackagedProgram implements Peer {
  /** Configuration without limits of requests and connections, as a run is longer than a visit. */
  private static final String CONFIGURATION = """
      daemon off;
      user root;
      worker_processes 1;
      pid nginx.pid;
      error_log error.log warn;
      events { worker_connections ${connections}; }
      http {
        access_log ${accessLog} combined buffer=64k flush=1s;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
        keepalive_requests 1000000000;
        keepalive_timeout ${idleSeconds}s;
        upstream origin {
          server 127.0.0.1:${originPort};
          keepalive 1024;
          keepalive_requests 1000000000;
        }
        server {
          listen 127.0.0.1:${port} ssl http2;
          listen 127.0.0.1:${plainPort};
          server_name localhost;
          ssl_certificate ${chain};
          ssl_certificate_key ${key};
          ssl_protocols TLSv1.3;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
          location / { proxy_pass http://origin; }
          location /files/ { root ${site}; }
          ${routes}
        }
      }
      """;

  Nginx() {
    super("nginx", "-v");
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.FILES, Ability.RELOAD);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return command(place.directory(), configure(place));
  }

  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    configure(place);
    Signals.send("HUP", process.root());
  }

  private static Path configure(Place place) throws IOException {
    Routes routes = place.wish().routes();
    String each = routes.each(i -> "location /r" + i + "/ { proxy_pass http://origin; }\n    ")
        + routes.probe("location = /probe { proxy_pass http://127.0.0.1:${probePort}; }");
    Path file = place.directory().resolve("nginx.conf");
    return Files.writeString(file, place.fill(CONFIGURATION.replace("${routes}", each)));
  }

  static List<String> command(Path directory, Path file) {
    return List.of(
        Commands.find("nginx").orElseThrow().toString(),
        "-p",
        directory.toString(),
        "-e",
        directory.resolve("error.log").toString(),
        "-c",
        file.toString());
  }
}
