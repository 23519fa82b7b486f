package io.lychgate.jmh.page;

/** Variant compared within a cell: a browser at a server in a mode. */
record Variant(Browser browser, String server, Mode mode) {

  String title() {
    return server + ", " + mode.title(browser.ahead());
  }
}
