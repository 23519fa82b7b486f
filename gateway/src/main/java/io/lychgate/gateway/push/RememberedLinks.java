package io.lychgate.gateway.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.casper.Delivery;
import io.lychgate.gateway.config.Limits;
import java.time.Duration;
import java.util.List;

/**
 * What the Link fields of a page's responses named the last times, so that it can be sent ahead of the next one, while the
 * upstream still thinks. One for all event loops, and for one manifest index after the other.
 *
 * <p>Only what two responses in a row named is believed: a link that is one visitor's own is in one of them. The query does
 * not tell pages apart, as it is the part that nobody bounds.
 */
public final class RememberedLinks {
  /** About 1 KiB each: 4 MiB at most. */
  private static final long MAX_PAGES = Limits.LINKED_PAGES;

  /** Of one page; more would not be hinted either. */
  private static final int MAX_LINKS = Limits.LINKS_OF_A_PAGE;

  /** A page that nobody asked for in so long may be another one now. */
  private static final Duration LIFETIME = Duration.ofHours(1);

  private final Cache<Page, Links> pages =
      Caffeine.newBuilder().maximumSize(MAX_PAGES).expireAfterWrite(LIFETIME).build();

  /** Whether there is anything in here. Set once, read for each request. */
  private volatile boolean isUsed;

  private record Page(String authority, String path) {}

  /** @param steady what this response and the one before it named */
  private record Links(List<Asset> latest, List<Asset> steady) {}

  /** What will probably be named again; empty if nothing is known of the page. */
  List<Asset> of(CharSequence authority, CharSequence path) {
    Links links = isUsed ? pages.getIfPresent(page(authority, path)) : null;
    return links == null ? List.of() : links.steady();
  }

  /** Takes over what a response named, nothing included. What may only be pushed is not for here: a hint would be ignored. */
  void saw(CharSequence authority, CharSequence path, List<Asset> named) {
    List<Asset> latest = named.stream()
        .filter(asset -> asset.candidate().delivery() != Delivery.PUSH)
        .limit(MAX_LINKS)
        .toList();
    if (latest.isEmpty() && !isUsed) {
      return;
    }
    Page page = page(authority, path);
    Links before = pages.getIfPresent(page);
    if (latest.isEmpty()) {
      if (before != null) {
        pages.invalidate(page);
      }
      return;
    }
    List<Asset> steady = before == null
        ? List.of()
        : latest.stream().filter(before.latest()::contains).toList();
    pages.put(page, new Links(latest, steady));
    isUsed = true;
  }

  private static Page page(CharSequence authority, CharSequence path) {
    String text = path.toString();
    int query = text.indexOf('?');
    return new Page(LowerCase.of(authority), query < 0 ? text : text.substring(0, query));
  }
}
