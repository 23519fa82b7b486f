package io.lychgate.jmh.page;

/**
 * What a server is configured to do.
 *
 * @param isAhead push, or hint, what the page needs before the page is there
 * @param isOverride send what a first paint waits for first, when the client gave no order
 */
record Mode(boolean isAhead, boolean isOverride) {

  String title(String ahead) {
    return ahead + (isAhead ? " on" : " off") + ", override " + (isOverride ? "on" : "off");
  }

  /** As part of a file's name. */
  String id() {
    return (isAhead ? "ahead" : "plain") + (isOverride ? "-override" : "");
  }
}
