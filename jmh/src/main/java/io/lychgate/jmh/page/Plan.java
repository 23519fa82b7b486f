package io.lychgate.jmh.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plan of a run: what it compares.
 *
 * @param warmUpRequests requests to each server before the first load, so that a just-in-time compiler has done its work
 */
record Plan(
    List<PageServer> servers,
    List<Browser> browsers,
    List<Cell> cells,
    List<Mode> chosen,
    int warmUpRequests) {

  /** Returns the modes of a server that differ for at least one of the browsers. */
  List<Mode> modes(PageServer server) {
    return chosen.stream()
        .filter(mode -> browsers.stream().anyMatch(browser -> isDistinct(server, browser, mode)))
        .toList();
  }

  /** Returns all variants that are loaded in each cell. */
  List<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    for (Browser browser : browsers) {
      for (PageServer server : servers) {
        for (Mode mode : modes(server)) {
          if (isDistinct(server, browser, mode)) {
            variants.add(new Variant(browser, server.name(), mode));
          }
        }
      }
    }
    return variants;
  }

  /** Returns the counterpart of a variant at another server: the same mode, or the nearest that this server has. */
  Optional<Variant> beside(Variant variant, String server) {
    Variant same = new Variant(variant.browser(), server, variant.mode());
    Variant nearest =
        new Variant(variant.browser(), server, new Mode(false, variant.mode().isOverride()));
    List<Variant> variants = variants();
    return Stream.of(same, nearest).filter(variants::contains).findFirst();
  }

  List<Integer> thinkTimes() {
    return cells.stream().map(Cell::thinkMillis).distinct().toList();
  }

  /** Returns false for "ahead" at a server that can do nothing ahead of the page. */
  private static boolean isDistinct(PageServer server, Browser browser, Mode mode) {
    return !mode.isAhead() || server.canGoAhead(browser);
  }
}
