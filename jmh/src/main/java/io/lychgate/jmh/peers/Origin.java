package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Upstream of every peer: nginx with fixed responses of 1 KiB, 100 KiB and 1 MiB and unlimited keep-alive. On a second port, the
 * response to the probe differs. On a third it has HTTP/2 with prior knowledge.
 */
final class Origin {
  private static final String CONFIGURATION = """
      daemon off;
      user root;
      worker_processes 1;
      pid nginx.pid;
      error_log error.log warn;
      events { worker_connections 8192; }
      http {
        access_log off;
        sendfile on;
        open_file_cache max=8;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
        default_type text/plain;
        keepalive_requests 1000000000;
        keepalive_timeout 300s;
        server {
          listen 127.0.0.1:${port} backlog=4096;
          location = /1k { return 200 "${body}"; }
          location = /100k { alias ${folder}/100k.txt; }
          location = /1m { alias ${folder}/1m.txt; }
          location = ${probe} { return 200 "${before}"; }
          location / { return 200 "${body}"; }
        }
        server {
          listen 127.0.0.1:${otherPort};
          location / { return 200 "${after}"; }
        }
        server {
          listen 127.0.0.1:${h2cPort} http2 backlog=4096;
          location = /1k { return 200 "${body}"; }
          location = /100k { alias ${folder}/100k.txt; }
          location / { return 200 "${body}"; }
        }
      }
      """;

  private Origin() {}

  /** Writes its configuration into the folder and returns the command that runs it in the foreground. */
  static List<String> prepare(Path directory, int port, int otherPort, int h2cPort)
      throws IOException {
    Files.writeString(directory.resolve("100k.txt"), text(100 * 1024));
    Files.writeString(directory.resolve("1m.txt"), text(1024 * 1024));
    String configuration = CONFIGURATION
        .replace("${port}", Integer.toString(port))
        .replace("${otherPort}", Integer.toString(otherPort))
        .replace("${h2cPort}", Integer.toString(h2cPort))
        .replace("${body}", text(1024))
        .replace("${folder}", directory.toString())
        .replace("${probe}", Routes.PROBE)
        .replace("${before}", Routes.BEFORE)
        .replace("${after}", Routes.AFTER);
    return Nginx.command(
        directory, Files.writeString(directory.resolve("origin.conf"), configuration));
  }

  /** Returns text with this number of bytes. */
  static String text(int bytes) {
    return "lychgate".repeat(bytes / 8);
  }
}
