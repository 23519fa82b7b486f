package io.lychgate.jmh.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Tables in which a gateway looks up requests.
 *
 * @param routes at least one; the last matches all other requests
 * @param rules number of rules of its manifest; 0 for none
 */
record Tables(int routes, int rules) {
  /** Number of requested paths. It is the same for every size, so that only the tables differ. */
  private static final int PATHS = 10;

  private static final int ASSETS = 5;

  /** Returns paths whose routes are spread evenly over the table, from the first to the last. */
  List<String> paths() {
    return IntStream.range(0, PATHS)
        .mapToObj(i -> section(spread(i, routes)) + "/page" + i)
        .toList();
  }

  /** Returns pages whose rules are spread evenly over the manifest, from the first to the last. */
  List<String> pages() {
    return IntStream.range(0, PATHS).mapToObj(i -> page(spread(i, rules))).toList();
  }

  String routesYaml() {
    StringBuilder yaml = new StringBuilder(128 * routes);
    for (int i = 0; i < routes; i++) {
      String glob = i == routes - 1 ? "/*" : section(i) + "/*";
      yaml.append("      - { match: { path: \"").append(glob);
      yaml.append("\" }, proxy: { upstream: origin } }\n");
    }
    return yaml.toString();
  }

  /** Returns a manifest with alternating exact paths and globs. */
  String manifest() {
    StringBuilder yaml = new StringBuilder(512 * rules).append("rules:\n");
    for (int i = 0; i < rules; i++) {
      yaml.append("  - match: { path: \"").append(page(i)).append(i % 2 == 0 ? "" : "*");
      yaml.append("\" }\n    assets:\n");
      for (int asset = 0; asset < ASSETS; asset++) {
        yaml.append(String.format(
            Locale.ROOT, "      - { url: /assets/%05d-%d.css, as: style }\n", i, asset));
      }
    }
    return yaml.toString();
  }

  private static int spread(int path, int count) {
    return (int) ((long) path * (count - 1) / (PATHS - 1));
  }

  /** Returns the path of a section. All have the same length, so that none costs more to read. */
  private String section(int route) {
    return route == routes - 1 ? "/others" : String.format(Locale.ROOT, "/s%05d", route);
  }

  private static String page(int rule) {
    return String.format(Locale.ROOT, "/page-%05d", rule);
  }
}
