package io.lychgate.gateway.ledger;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page view with hints or pushes. Event loop only. */
public final class PageView {
  private final long client;
  private final boolean isBrowser;
  private final String authority;

  /** Path and query of the page; null if pages send no beacons. */
  private final @Nullable String page;

  /** Announcements with a known outcome. They are judged together when no other is open. */
  private final List<Announcement> settled = new ArrayList<>();

  private int open;
  private boolean loading;
  private boolean reuses;
  private boolean reported;

  /**
   * A new view.
   *
   * @param client keyed hash of the client's address
   * @param isBrowser true if the client sent Fetch Metadata, which today's browsers do and crawlers do not
   */
  PageView(long client, boolean isBrowser, String authority, @Nullable String page) {
    this.client = client;
    this.isBrowser = isBrowser;
    this.authority = authority;
    this.page = page;
  }

  /** Records a sent hint or promise of this page. */
  void sent() {
    open++;
  }

  /** Records the final outcome of an announcement. */
  void settled(Announcement announcement) {
    settled.add(announcement);
    open--;
    if (open == 0) {
      boolean reusesNothing = reusesNothing();
      settled.forEach(each -> each.judge(client, reusesNothing));
      settled.clear();
    }
  }

  /**
   * Returns true if the client fetched an early asset again and showed no sign of a cache: no early asset was used, and no request
   * was conditional. For example, browsers cache nothing on a connection with a certificate error.
   */
  private boolean reusesNothing() {
    boolean fetchedAgain = false;
    for (Announcement each : settled) {
      reuses |= each.isReused();
      fetchedAgain |= each.isFetchedAgain();
    }
    return fetchedAgain && !reuses;
  }

  /** Records a conditional request (RFC 9110 13.1), which proves that the client has a cache. */
  void revalidates() {
    reuses = true;
  }

  /** Records a request for a resource other than a page. */
  void loads() {
    loading = true;
  }

  /** Returns true if the client shows no sign of loading the resources of pages: a crawler, or a command line. */
  boolean isSilent() {
    return !loading && !isBrowser;
  }

  /** Returns true if the page may still send a beacon. */
  boolean awaitsBeacon() {
    return page != null && !reported;
  }

  boolean awaitsBeaconOf(CharSequence itsAuthority, String itsPage) {
    return awaitsBeacon()
        && itsPage.equals(page)
        && AsciiString.contentEqualsIgnoreCase(authority, itsAuthority);
  }

  /** Records the beacon of the page. */
  void reported() {
    reported = true;
    loading = true;
  }
}
