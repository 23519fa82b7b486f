package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.PackagedProgram;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Caddy as Debian packages it. Its access log is JSON, line by line. */
final class Caddy extends PackagedProgram implements Peer {
  private static final String CONFIGURATION = """
      {
        admin 127.0.0.1:${adminPort}
        auto_https off
        skip_install_trust
        servers {
          protocols ${protocols}
        }
      }
      (gateway) {
        log {
          output file ${accessLog} {
            roll_disabled
          }
        }
        handle /files/* {
          root * ${site}
          file_server
        }
        ${routes}handle {
          reverse_proxy 127.0.0.1:${originPort}
        }
      }
      https://localhost:${port} {
        bind 127.0.0.1
        tls ${chain} ${key} {
          protocols tls1.3
        }
        import gateway
      }
      http://localhost:${plainPort} {
        bind 127.0.0.1
        import gateway
      }
      """;

  Caddy() {
    super("caddy", "version");
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of(Ability.FILES, Ability.HTTP_3, Ability.RELOAD);
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    return command(place, "run");
  }

  @Override
  public void reload(Place place, ProcessTree process) throws IOException {
    var unused = new ProcessBuilder(command(place, "reload"))
        .directory(place.directory().toFile())
        .redirectErrorStream(true)
        .redirectOutput(place.directory().resolve("reload.log").toFile())
        .start();
  }

  private List<String> command(Place place, String what) throws IOException {
    Routes routes = place.wish().routes();
    String each =
        routes.each(i -> "handle /r" + i + "/* {\n reverse_proxy 127.0.0.1:${originPort}\n}\n")
            + routes.probe("handle /probe {\n reverse_proxy 127.0.0.1:${probePort}\n}\n");
    String protocols = place.wish().isHttp3() ? "h1 h2 h3" : "h1 h2";
    Path file = Files.writeString(
        place.directory().resolve("Caddyfile"),
        place.fill(CONFIGURATION.replace("${routes}", each).replace("${protocols}", protocols)));
    List<String> command = new ArrayList<>(List.of(
        "env",
        "XDG_DATA_HOME=" + place.directory(),
        "XDG_CONFIG_HOME=" + place.directory(),
        "GOMAXPROCS=1",
        executable(),
        what,
        "--adapter",
        "caddyfile",
        "--config",
        file.toString()));
    if (what.equals("reload")) {
      command.addAll(List.of("--address", "127.0.0.1:" + place.ports().admin()));
    }
    return command;
  }
}
