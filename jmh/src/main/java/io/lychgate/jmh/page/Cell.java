package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.LinkShape;

/** Conditions of a load: the link, and the application's think time for the page. */
record Cell(int rttMillis, int rateMbit, int thinkMillis) {

  LinkShape link() {
    return LinkShape.of(rttMillis, rateMbit);
  }

  /** Name of the host with that think time. */
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
