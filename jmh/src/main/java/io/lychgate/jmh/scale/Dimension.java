package io.lychgate.jmh.scale;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Dimension in which a configuration or a load grows. */
enum Dimension {
  ROUTES(
      "Routes of a site",
      "HTTP/2 over TLS, 1 KiB proxied; a gateway for each size; requests for ten paths, whose routes are spread evenly over the table."),
  CONNECTIONS(
      "Connections",
      "HTTP/2 over TLS, 1 KiB proxied; one gateway; all connections are open and take turns, with ten requests in flight over all"
          + " of them, so that none has two. Handshakes are not counted. Unlike requests of few busy connections, these hardly"
          + " ever share a wake-up, a read or a TLS record, so that each costs more than in the other tables."),
  RULES(
      "Rules of a manifest",
      "HTTP/2 over TLS, 1 KiB proxied; a gateway for each size; all requests are navigations to ten pages, each with a separate"
          + " rule; half of the rules are exact paths, half are globs, each has five assets. The first visit of a page on a"
          + " connection sends its 103, later ones find all assets sent; each response writes the cookie."),
  COOKIE(
      "Keys in the cookie",
      "HTTP/2 over TLS, 1 KiB proxied; one gateway; navigations as for rules (ten rules), with a CASPER cookie of other"
          + " resources: each cookie is read, merged with the connection's resources, checked for five assets, and written back."),
  REVISIONS(
      "Revisions in the store",
      "SQLite, all revisions of one manifest of 1 KiB; processor time of the calling thread, without its waits for the"
          + " disk. Start: open the store and update the copy beside it; this checks the whole file if that is below"
          + " 64 MiB. Load: read the published manifests. Publish: save and publish a draft. History: the first 50 revisions.");

  private final String title;
  private final String method;

  Dimension(String title, String method) {
    this.title = title;
    this.method = method;
  }

  static Optional<Dimension> byId(String id) {
    return Arrays.stream(values())
        .filter(dimension -> dimension.id().equals(id))
        .findFirst();
  }

  /** Name on the command line and in the JSON file. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** Description of the measurement. */
  String method() {
    return method;
  }

  /** Sizes in ascending order. */
  List<Integer> sizes() {
    return switch (this) {
      case ROUTES -> List.of(1, 10, 100, 1000, 10_000);
      case CONNECTIONS -> List.of(10, 100, 1000, 10_000, 50_000);
      case RULES -> List.of(10, 100, 1000, 10_000);
      case COOKIE -> List.of(0, 1, 10, 100, 500);
      case REVISIONS -> List.of(10, 100, 1000, 10_000, 100_000);
    };
  }
}
