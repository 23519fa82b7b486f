package io.lychgate.gateway.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.casper.Delivery;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.message.CacheControl;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.List;

/**
 * What the Link fields of a page's responses named the last times, so that it can be sent ahead of the next one, while the
 * upstream still thinks. One for all event loops, and for one manifest index after the other.
 *
 * <p>Only links in the responses to two visitors in a row are used, and only responses that are not personal count: a
 * link of one visitor must not reach the others. The query does not distinguish pages, because it is not
 * bounded.
 */
public final class RememberedLinks {
  /** Octets; what is kept of a page is counted by {@link Asset#octets}. */
  private static final long MOST_OCTETS = Limits.LINKED_PAGES_BYTES;

  /** Of one page; more would not be hinted either. */
  private static final int MAX_LINKS = Limits.LINKS_OF_A_PAGE;

  /** No page that is visited often has a longer path, and a stranger may ask for any number of them. */
  private static final int MAX_PATH = Limits.ASSET_URL_CHARACTERS;

  /** Octets of an entry without its texts and links: keys, lists, and the cache's own. */
  private static final int ENTRY_OCTETS = 320;

  /** A page without a request for this long may have changed. */
  private static final Duration LIFETIME = Duration.ofHours(1);

  private static final AsciiString AUTHORIZATION = FieldNames.canonical("authorization");

  private final Cache<Page, Links> pages = Caffeine.newBuilder()
      .maximumWeight(MOST_OCTETS)
      .weigher((Page page, Links links) -> octets(page, links))
      .expireAfterWrite(LIFETIME)
      .build();

  /** Whether there is anything in here. Set once, read for each request. */
  private volatile boolean isUsed;

  private record Page(String authority, String path) {}

  /**
   * @param visitor to whom the last response went
   * @param steady what this response and the last one to another visitor named
   */
  private record Links(List<Asset> latest, long visitor, List<Asset> steady) {}

  /** What will probably be named again; empty if nothing is known of the page. */
  List<Asset> of(CharSequence authority, CharSequence path) {
    Links links = isUsed ? pages.getIfPresent(page(authority, path)) : null;
    return links == null ? List.of() : links.steady();
  }

  /** Whether the next visitor may be told what this response named: not if it may be for this visitor alone. */
  static boolean areForAll(Fields request, Fields response) {
    if (request.contains(AUTHORIZATION)
        || response.contains(FieldNames.SET_COOKIE)
        || Variants.areOfVisitors(response)) {
      return false;
    }
    CacheControl control = CacheControl.of(response);
    return !control.isPrivate() && !control.isNoStore();
  }

  /**
   * Takes over what a response named, nothing included. What may only be pushed is not for here: a hint would be ignored.
   *
   * @param visitor a number of his own
   */
  void saw(CharSequence authority, CharSequence path, long visitor, List<Asset> named) {
    List<Asset> latest = named.stream()
        .filter(asset -> asset.candidate().delivery() != Delivery.PUSH)
        .limit(MAX_LINKS)
        .toList();
    if (latest.isEmpty() && !isUsed) {
      return;
    }
    Page page = page(authority, path);
    if (page.path().length() > MAX_PATH) {
      return;
    }
    Links before = pages.getIfPresent(page);
    if (latest.isEmpty()) {
      if (before != null) {
        pages.invalidate(page);
      }
      return;
    }
    List<Asset> steady = List.of();
    if (before != null) {
      // One visitor who loads the page again confirms nothing, but takes out what is named no more.
      List<Asset> confirmed = before.visitor() == visitor ? before.steady() : before.latest();
      steady = latest.stream().filter(confirmed::contains).toList();
    }
    pages.put(page, new Links(latest, visitor, steady));
    isUsed = true;
  }

  /** What is kept now. */
  long octets() {
    pages.cleanUp();
    return pages.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /** The steady ones are among the latest. */
  private static int octets(Page page, Links links) {
    int octets = ENTRY_OCTETS + page.authority().length() + page.path().length();
    for (Asset asset : links.latest()) {
      octets += asset.octets();
    }
    return octets;
  }

  private static Page page(CharSequence authority, CharSequence path) {
    String text = path.toString();
    int query = text.indexOf('?');
    return new Page(LowerCase.of(authority), query < 0 ? text : text.substring(0, query));
  }
}
