package io.lychgate.gateway.ledger;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** One page that something was sent ahead of. Event loop only. */
public final class PageView {
  private final boolean isBrowser;
  private final String authority;

  /** Its path and query; null where no page reports. */
  private final @Nullable String page;

  private boolean loading;
  private boolean reported;

  /**
   * A view that begins.
   *
   * @param isBrowser whether the client sent Fetch Metadata, which today's browsers do and crawlers do not
   */
  PageView(boolean isBrowser, String authority, @Nullable String page) {
    this.isBrowser = isBrowser;
    this.authority = authority;
    this.page = page;
  }

  /** The client has asked for something that is no page. */
  void loads() {
    loading = true;
  }

  /** Whether the client gives no sign that it loads what belongs to pages: a crawler, or a command line. */
  boolean isSilent() {
    return !loading && !isBrowser;
  }

  /** Whether the page may still tell what it used. */
  boolean awaitsBeacon() {
    return page != null && !reported;
  }

  boolean awaitsBeaconOf(CharSequence itsAuthority, String itsPage) {
    return awaitsBeacon()
        && itsPage.equals(page)
        && AsciiString.contentEqualsIgnoreCase(authority, itsAuthority);
  }

  /** The page has told. */
  void reported() {
    reported = true;
    loading = true;
  }
}
