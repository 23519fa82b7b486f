package io.lychgate.jmh.scale;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Of what there may be more. */
enum Dimension {
  ROUTES(
      "Routes of a site",
      "HTTP/2 over TLS, 1 KiB proxied; a gateway for each size; requests for ten paths, whose routes are spread evenly over the table."),
  CONNECTIONS(
      "Connections",
      "HTTP/2 over TLS, 1 KiB proxied; one gateway; all connections are open and take turns, with ten requests in flight over all"
          + " of them, so that none has two. Handshakes are not counted. Requests hardly ever share a wake-up, a read or a TLS"
          + " record as those of few busy connections do, so that each costs more than in the other tables."),
  RULES(
      "Rules of a manifest",
      "HTTP/2 over TLS, 1 KiB proxied; a gateway for each size; all requests are navigations to ten pages, each with a rule of its"
          + " own; half of the rules are exact paths, half are globs, each has five assets. The first visit of a page on a"
          + " connection sends its 103, later ones find that all was sent; the cookie is written with each."),
  COOKIE(
      "Keys in the cookie",
      "HTTP/2 over TLS, 1 KiB proxied; one gateway; navigations as those with rules (ten rules), with a CASPER cookie of other"
          + " resources: each is read, united with what the connection saw, asked for five assets, and written back."),
  REVISIONS(
      "Revisions in the store",
      "SQLite, all revisions of one manifest of 1 KiB; processor time of the thread that asks, without what it waits for the"
          + " disk. Start: open the store, bring the copy beside it up to date; it checks the whole file when that is below"
          + " 64 MiB. Load: read what is in force. Publish: save a draft and put it in force. History: the first 50 revisions.");

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

  /** How it is measured, in sentences. */
  String method() {
    return method;
  }

  /** Ascending. */
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
