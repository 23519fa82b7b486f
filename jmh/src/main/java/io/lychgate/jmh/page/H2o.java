package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** H2O, Lychgate's ancestor. It pushes what a handler names before it requests the page. It has no Early Hints. */
final class H2o extends PackagedProgram implements PageServer {
  private static final String CONFIGURATION = """
      user: root
      num-threads: 1
      error-log: error.log
      http2-reprioritize-blocking-assets: ${override}
      proxy.preserve-host: ON
      proxy.timeout.keepalive: 300000
      listen:
        port: ${port}
        ssl:
          certificate-file: ${chain}
          key-file: ${key}
          ocsp-update-interval: 0
      hosts:
        default:
          paths:
            "/assets":
              file.dir: ${site}/assets
              header.set: "cache-control: max-age=86400"
            "/":
      """;

  /** Status 399 passes the request to the next handler after H2O has acted on the Link fields. */
  private static final String PUSH = """
              mruby.handler: |
                lambda do |env|
                  [399, {"link" => [${links}].join("\\n")}, []]
                end
      """;

  private static final String PROXY = """
              proxy.reverse.url: http://127.0.0.1:${originPort}/
      """;

  H2o() {
    super("h2o", "--version");
  }

  @Override
  public boolean canGoAhead(Browser browser) {
    return browser.takesPushes();
  }

  @Override
  public List<String> prepare(Place place, Mode mode) throws IOException {
    String links = Stream.concat(SamplePage.STYLES.stream(), SamplePage.SCRIPTS.stream())
        .map(path -> "\"<" + path + ">; rel=preload\"")
        .collect(Collectors.joining(", "));
    String text = CONFIGURATION.replace("${override}", mode.isOverride() ? "ON" : "OFF")
        + (mode.isAhead() ? PUSH.indent(8).replace("${links}", links) : "")
        + PROXY.indent(8);
    Path file = place.directory().resolve("h2o.conf");
    Files.writeString(file, place.fill(text));
    return List.of(executable(), "-m", "worker", "-c", file.toString());
  }
}
