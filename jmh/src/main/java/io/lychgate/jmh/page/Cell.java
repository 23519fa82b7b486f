package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.LinkShape;

/** The circumstances of a load: the link, and how long the application thinks about the page. */
record Cell(int rttMillis, int rateMbit, int thinkMillis) {

  LinkShape link() {
    return LinkShape.of(rttMillis, rateMbit);
  }

  /** The name of the host for which the application thinks that long. */
  String host() {
    return host(thinkMillis);
  }

  static String host(int thinkMillis) {
    return "think" + thinkMillis + ".test";
  }

  String title() {
    return link().title() + ", think " + thinkMillis + " ms";
  }
}
