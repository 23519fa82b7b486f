package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lychgate as shipped, through its launcher. A mode only switches features off. */
final class Lychgate extends LychgateProgram implements PageServer {
  /** Configuration with a route for each think time, so that Lychgate learns each of them separately. */
  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 0.0.0.0:${port}
          protocols: [h2, http/1.1]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ] }
      upstreams:
        application: { servers: [ "http://127.0.0.1:${originPort}" ], keepAliveIdle: 5m }
      sites:
      """;

  private static final String SITE = """
        - hosts: [ "${host}" ]
          routes:
            - { match: { path: "/" }, proxy: { upstream: application } }
            - { match: { path: "/assets/*" }, static: { root: "${site}", cacheControl: "max-age=86400" } }
      """;

  private static final String REST = """
      push: { mode: ${push}, manifests: [ page.yaml ] }
      priority: { scheme: ${scheme}, reprioritizeBlockingAssets: ${override} }
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db" }
      """;

  private final List<Integer> thinkTimes;
  private final String scheme;

  /**
   * @param root the repository
   * @param scheme {@code priority.scheme}
   */
  Lychgate(Path root, List<Integer> thinkTimes, String scheme) {
    super(root);
    this.scheme = scheme;
    this.thinkTimes = thinkTimes;
  }

  @Override
  public boolean canGoAhead(Browser browser) {
    return true;
  }

  @Override
  public List<String> prepare(Place place, Mode mode) throws IOException {
    StringBuilder text = new StringBuilder(CONFIGURATION);
    for (int think : thinkTimes) {
      text.append(SITE.indent(2).replace("${host}", Cell.host(think)));
    }
    text.append(REST.replace("${push}", mode.isAhead() ? "auto" : "off")
        .replace("${scheme}", scheme)
        .replace("${override}", Boolean.toString(mode.isOverride())));
    Files.writeString(place.directory().resolve("page.yaml"), manifest());
    return prepare(place.directory().resolve("gateway.yaml"), place.fill(text.toString()));
  }

  private static String manifest() {
    StringBuilder text = new StringBuilder("rules:\n  - match: { path: / }\n    assets:\n");
    SamplePage.STYLES.forEach(
        url -> text.append("      - { url: ").append(url).append(", as: style }\n"));
    SamplePage.SCRIPTS.forEach(
        url -> text.append("      - { url: ").append(url).append(", as: script }\n"));
    return text.toString();
  }
}
