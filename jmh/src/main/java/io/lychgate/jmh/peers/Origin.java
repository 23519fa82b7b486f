package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The upstream of every peer: nginx with fixed answers of 1 KiB and 100 KiB and endless keep-alive. */
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
          location = /100k { alias ${file}; }
        }
      }
      """;

  private Origin() {}

  /** Writes its configuration into the folder and returns the command that runs it in the foreground. */
  static List<String> prepare(Path directory, int port) throws IOException {
    Path body = Files.writeString(directory.resolve("100k.txt"), "lychgate".repeat(100 * 1024 / 8));
    Path file = directory.resolve("origin.conf");
    String text = CONFIGURATION
        .replace("${port}", Integer.toString(port))
        .replace("${body}", "lychgate".repeat(1024 / 8))
        .replace("${file}", body.toString());
    return Nginx.command(directory, Files.writeString(file, text));
  }
}
