package io.lychgate.jmh.page;

/**
 * Configured mode of a server.
 *
 * @param isAhead true to push, or hint, the page's assets before the page arrives
 * @param isOverride true to send assets that block the first paint first, if the client gave no order
 */
record Mode(boolean isAhead, boolean isOverride) {

  String title(String ahead) {
    return ahead + (isAhead ? " on" : " off") + ", override " + (isOverride ? "on" : "off");
  }

  /** Part of a file's name. */
  String id() {
    return (isAhead ? "ahead" : "plain") + (isOverride ? "-override" : "");
  }
}
