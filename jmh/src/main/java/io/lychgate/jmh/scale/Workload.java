package io.lychgate.jmh.scale;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Requests to a gateway with these tables.
 *
 * @param fields header fields of each request, as {@code name: value}
 */
record Workload(Tables tables, List<String> paths, List<String> fields) {
  private static final Tables TEN_RULES = new Tables(1, 10);

  private static final List<String> NAVIGATION = List.of(
      "sec-fetch-mode: navigate",
      "sec-fetch-dest: document",
      "sec-fetch-site: none",
      "sec-fetch-user: ?1",
      "accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

  /** Number of responses of a run with a 103: the first of each page on each connection. */
  int hinted(int connections) {
    return tables.rules() == 0 ? 0 : connections * paths.size();
  }

  /** Returns the workload of one size of a dimension that is measured with h2load. */
  static Workload of(Dimension dimension, int size) {
    return switch (dimension) {
      case ROUTES -> {
        Tables tables = new Tables(size, 0);
        yield new Workload(tables, tables.paths(), List.of());
      }
      case RULES -> {
        Tables tables = new Tables(1, size);
        yield new Workload(tables, tables.pages(), NAVIGATION);
      }
      case COOKIE -> new Workload(TEN_RULES, TEN_RULES.pages(), withCookie(size));
      case CONNECTIONS, REVISIONS -> throw new IllegalArgumentException(dimension.id());
    };
  }

  private static List<String> withCookie(int keys) {
    List<String> fields = new ArrayList<>(NAVIGATION);
    if (keys > 0) {
      fields.add("cookie: " + cookie(keys));
    }
    return fields;
  }

  /** Returns the cookie of a visitor who holds this number of resources, as the gateway writes it. */
  static String cookie(int keys) {
    CasperParameters parameters = CasperParameters.defaults();
    CacheFingerprint held = new CacheFingerprint(parameters, 1);
    for (int i = 0; held.size() < keys; i++) {
      held.add(
          PushCandidate.of("/held/" + i + ".css", Destination.STYLE, Delivery.AUTO, 1, "v1"),
          CandidateFacts.UNKNOWN);
    }
    String written = Objects.requireNonNull(new CasperCookie(parameters).write(held));
    return written.substring(0, written.indexOf(';'));
  }
}
