package io.lychgate.jmh.protocols;

/** Variant compared within a cell: a page over a kind of connection. */
record Variant(Page page, Plan.Opening opening) {

  Protocol protocol() {
    return opening.protocol();
  }

  Mode mode() {
    return opening.mode();
  }

  String title() {
    return opening.title();
  }
}
