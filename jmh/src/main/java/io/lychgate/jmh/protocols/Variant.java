package io.lychgate.jmh.protocols;

/** What is compared within a cell: a page over a connection of some kind. */
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
