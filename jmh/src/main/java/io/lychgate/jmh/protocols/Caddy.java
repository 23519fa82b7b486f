package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Caddy as packaged. It uses quic-go for HTTP/3. */
final class Caddy extends PackagedProgram implements ProtocolServer {
  static final String NAME = "caddy";

  private static final String CONFIGURATION = """
      {
        admin off
        auto_https off
        skip_install_trust
      }
      https://${host}:${port} {
        tls ${chain} ${key}
        root * ${site}
        file_server
      }
      """;

  Caddy() {
    super(NAME, "version");
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    Path file = place.directory().resolve("Caddyfile");
    Files.writeString(file, place.fill(CONFIGURATION).replace("${host}", Client.HOST));
    return List.of(
        "env",
        "XDG_DATA_HOME=" + place.directory(),
        "XDG_CONFIG_HOME=" + place.directory(),
        executable(),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        file.toString());
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return false;
  }
}
