package io.lychgate.jmh.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run compares.
 *
 * @param warmUpRequests that each server gets before the first load, so that a just-in-time compiler has done its work
 */
record Plan(
    List<PageServer> servers,
    List<Browser> browsers,
    List<Cell> cells,
    List<Mode> chosen,
    int warmUpRequests) {

  /** Modes of a server that differ for one of the browsers at least. */
  List<Mode> modes(PageServer server) {
    return chosen.stream()
        .filter(mode -> browsers.stream().anyMatch(browser -> isDistinct(server, browser, mode)))
        .toList();
  }

  /** All that is loaded in each cell. */
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

  /** What a variant is compared with at another server: the same mode, or the nearest that this server has. */
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

  /** A server that can do nothing ahead of the page is the same with it on. */
  private static boolean isDistinct(PageServer server, Browser browser, Mode mode) {
    return !mode.isAhead() || server.canGoAhead(browser);
  }
}
