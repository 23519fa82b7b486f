package io.lychgate.gateway.ledger;

/** One page that something was sent ahead of. Event loop only. */
public final class PageView {
  private final boolean isBrowser;
  private boolean loading;

  /**
   * A view that begins.
   *
   * @param isBrowser whether the client sent Fetch Metadata, which today's browsers do and crawlers do not
   */
  public PageView(boolean isBrowser) {
    this.isBrowser = isBrowser;
  }

  /** The client has asked for something that is no page. */
  void loads() {
    loading = true;
  }

  /** Whether the client gives no sign that it loads what belongs to pages: a crawler, or a command line. */
  boolean isSilent() {
    return !loading && !isBrowser;
  }
}
