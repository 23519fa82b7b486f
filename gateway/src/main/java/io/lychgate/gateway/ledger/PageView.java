package io.lychgate.gateway.ledger;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page that something was sent ahead of. Event loop only. */
public final class PageView {
  private final long client;
  private final boolean isBrowser;
  private final String authority;

  /** Its path and query; null where no page reports. */
  private final @Nullable String page;

  /** Announcements with a known outcome, judged together when no other is open. */
  private final List<Announcement> settled = new ArrayList<>();

  private int open;
  private boolean loading;
  private boolean reuses;
  private boolean reported;

  /**
   * A view that begins.
   *
   * @param client keyed hash of its address
   * @param isBrowser whether the client sent Fetch Metadata, which today's browsers do and crawlers do not
   */
  PageView(long client, boolean isBrowser, String authority, @Nullable String page) {
    this.client = client;
    this.isBrowser = isBrowser;
    this.authority = authority;
    this.page = page;
  }

  /** A hint or promise of this page was sent. */
  void sent() {
    open++;
  }

  /** The outcome of an announcement is final. */
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
   * Whether the client fetched an early asset again and showed no sign of a cache: no early asset was used, and no
   * request was conditional. Browsers cache nothing on a connection with a certificate error, for example.
   */
  private boolean reusesNothing() {
    boolean fetchedAgain = false;
    for (Announcement each : settled) {
      reuses |= each.isReused();
      fetchedAgain |= each.isFetchedAgain();
    }
    return fetchedAgain && !reuses;
  }

  /** The client has sent a conditional request (RFC 9110 13.1): it has a cache. */
  void revalidates() {
    reuses = true;
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
