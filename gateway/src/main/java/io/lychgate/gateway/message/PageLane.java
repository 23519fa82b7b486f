package io.lychgate.gateway.message;

/** The times of the gateway for one page view and its resources, which a policy may keep. Event loop only. */
public interface PageLane {
  /** Returns true if this share of the page views includes this one, and there is room for another one of its site. */
  boolean isIn(double share, String site);

  /**
   * Keeps the times of this page, and those of the requests of the same visitor that follow.
   *
   * @param view id of the page view
   * @param at ms since 1970
   */
  void keep(String view, String site, long at);
}
