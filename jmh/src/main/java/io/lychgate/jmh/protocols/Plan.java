package io.lychgate.jmh.protocols;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plan of a run over the link: what it compares.
 *
 * @param openings protocols and modes of the connections
 */
record Plan(List<Cell> cells, List<Page> pages, List<Opening> openings) {

  /** Protocol of a connection, and the mode of its start. */
  record Opening(Protocol protocol, Mode mode) {

    /** Returns all combinations that the client supports. */
    static List<Opening> all() {
      List<Opening> all = new ArrayList<>();
      for (Protocol protocol : Protocol.values()) {
        for (Mode mode : Mode.values()) {
          if (mode.isOf(protocol)) {
            all.add(new Opening(protocol, mode));
          }
        }
      }
      return all;
    }

    String title() {
      return protocol.id() + " " + mode.title();
    }
  }

  /** Returns all variants that are loaded in each cell. */
  List<Variant> variants() {
    return pages.stream().flatMap(page -> variants(page).stream()).toList();
  }

  List<Variant> variants(Page page) {
    return openings.stream().map(opening -> new Variant(page, opening)).toList();
  }

  /** Returns the modes of at least one protocol. */
  EnumSet<Mode> modes() {
    EnumSet<Mode> modes = EnumSet.noneOf(Mode.class);
    openings.forEach(opening -> modes.add(opening.mode()));
    return modes;
  }

  /** Returns the variant of a protocol in a mode. */
  Optional<Variant> variant(Page page, Mode mode, Protocol protocol) {
    Opening opening = new Opening(protocol, mode);
    return openings.contains(opening) ? Optional.of(new Variant(page, opening)) : Optional.empty();
  }

  /** Returns the counterpart of a mode of another protocol: the same mode, or the nearest that this protocol has. */
  Optional<Variant> beside(Page page, Mode mode, Protocol protocol) {
    return Stream.of(mode, Mode.RESUMED, Mode.NEW)
        .flatMap(nearest -> variant(page, nearest, protocol).stream())
        .findFirst();
  }

  /** Returns the plan without an opening, which the server does not offer. */
  Plan without(Opening opening) {
    return new Plan(
        cells, pages, openings.stream().filter(other -> !other.equals(opening)).toList());
  }

  /** Returns the titles of the openings that are not in the plan. */
  List<String> leftOut() {
    return Opening.all().stream()
        .filter(opening -> !openings.contains(opening))
        .map(Opening::title)
        .toList();
  }
}
