package io.lychgate.jmh.protocols;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run compares over the link.
 *
 * @param openings how connections begin
 */
record Plan(List<Cell> cells, List<Page> pages, List<Opening> openings) {

  /** A connection over a protocol that begins in a mode. */
  record Opening(Protocol protocol, Mode mode) {

    /** All that a client can ask for. */
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

  /** All that is loaded in each cell. */
  List<Variant> variants() {
    return pages.stream().flatMap(page -> variants(page).stream()).toList();
  }

  List<Variant> variants(Page page) {
    return openings.stream().map(opening -> new Variant(page, opening)).toList();
  }

  /** Modes of which there is at least one protocol. */
  EnumSet<Mode> modes() {
    EnumSet<Mode> modes = EnumSet.noneOf(Mode.class);
    openings.forEach(opening -> modes.add(opening.mode()));
    return modes;
  }

  /** A protocol's own variant in a mode. */
  Optional<Variant> variant(Page page, Mode mode, Protocol protocol) {
    Opening opening = new Opening(protocol, mode);
    return openings.contains(opening) ? Optional.of(new Variant(page, opening)) : Optional.empty();
  }

  /** What a mode of another protocol is compared with: the same mode, or the nearest that this one has. */
  Optional<Variant> beside(Page page, Mode mode, Protocol protocol) {
    return Stream.of(mode, Mode.RESUMED, Mode.NEW)
        .flatMap(nearest -> variant(page, nearest, protocol).stream())
        .findFirst();
  }

  /** What is left when the server does not offer one. */
  Plan without(Opening opening) {
    return new Plan(
        cells, pages, openings.stream().filter(other -> !other.equals(opening)).toList());
  }

  /** What of all openings is not in it. */
  List<String> leftOut() {
    return Opening.all().stream()
        .filter(opening -> !openings.contains(opening))
        .map(Opening::title)
        .toList();
  }
}
