package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** nginx with its defaults, as a server under test and as the origin of all of them. It does not support RFC 9218. */
final class Nginx extends PackagedProgram implements UrgencyServer {
  private static final String HEAD = """
      daemon off;
      user root;
      worker_processes 1;
      pid nginx.pid;
      error_log error.log warn;
      events { worker_connections 1024; }
      http {
        access_log off;
        sendfile on;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
      """;

  private static final String SERVER = """
        server {
          listen ${port} ssl http2;
          ssl_certificate ${chain};
          ssl_certificate_key ${key};
          root ${site};
          location /proxied/ {
            proxy_pass http://127.0.0.1:${originPort};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
          }
        }
      }
      """;

  private static final String ORIGIN = """
        server {
          listen 127.0.0.1:${port};
          root ${site};
        }
      }
      """;

  Nginx() {
    super("nginx", "-v");
  }

  @Override
  public boolean supports(Change change) {
    return change.isTree();
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return command(place, HEAD + SERVER);
  }

  /** Writes the configuration of the origin, plain HTTP on the place's port and files only, and returns its command. */
  static List<String> prepareOrigin(Place place) throws IOException {
    return command(place, HEAD + ORIGIN);
  }

  private static List<String> command(Place place, String configuration) throws IOException {
    Path file = place.directory().resolve("nginx.conf");
    Files.writeString(file, place.fill(configuration));
    return List.of(
        Commands.find("nginx").orElseThrow().toString(),
        "-p",
        place.directory().toString(),
        "-e",
        place.directory().resolve("error.log").toString(),
        "-c",
        file.toString());
  }
}
