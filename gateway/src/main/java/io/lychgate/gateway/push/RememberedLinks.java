package io.lychgate.gateway.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.casper.Delivery;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.Variants;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.push.facts.LowerCase;
import io.lychgate.gateway.push.link.Asset;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.List;

/**
 * Links that the recent responses of a page named. The gateway sends them ahead of the page's next response, while the upstream
 * still prepares it. One for all event loops; it survives changes of the manifest index.
 *
 * <p>It uses only links in the responses to two different clients in a row, and only responses that are not personal: a link of one
 * client must not reach the others. The query does not distinguish pages, because the number of queries is unlimited.
 */
final class RememberedLinks {
  /** Maximum weight in bytes; the weight of an asset is {@link Asset#bytes}. */
  private static final long MOST_BYTES = Limits.LINKED_PAGES_BYTES;

  /** Maximum number of links of one page; further links would not be hinted. */
  private static final int MAX_LINKS = Limits.LINKS_OF_A_PAGE;

  /**
   * Maximum length of a path in characters. Frequently requested pages have shorter paths, and an attacker may request any number
   * of longer ones.
   */
  private static final int MAX_PATH = Limits.ASSET_URL_CHARACTERS;

  /** Bytes of an entry without its strings and links: keys, lists, and the cache's own overhead. */
  private static final int ENTRY_BYTES = 320;

  /** Lifetime of an entry. A page without a request for this long may have changed. */
  private static final Duration LIFETIME = Duration.ofHours(1);

  private static final AsciiString AUTHORIZATION = FieldNames.canonical("authorization");

  private final Cache<Page, Links> pages = Caffeine.newBuilder()
      .maximumWeight(MOST_BYTES)
      .weigher((Page page, Links links) -> bytes(page, links))
      .expireAfterWrite(LIFETIME)
      .build();

  /** True once an entry has been stored. Never reset; read for each request. */
  private volatile boolean isUsed;

  private record Page(String authority, String path) {}

  /**
   * @param client the client that received the last response
   * @param steady assets named by both this response and the last one to another client
   */
  private record Links(List<Asset> latest, long client, List<Asset> steady) {}

  /** Returns the assets that the next response will probably name; empty if the page is unknown. */
  List<Asset> of(CharSequence authority, CharSequence path) {
    Links links = isUsed ? pages.getIfPresent(page(authority, path)) : null;
    return links == null ? List.of() : links.steady();
  }

  /**
   * Returns true if the assets that this response named may be sent to other clients. Returns false if the response may be meant
   * for this client alone.
   */
  static boolean areForAll(Fields request, Fields response) {
    if (request.contains(AUTHORIZATION)
        || response.contains(FieldNames.SET_COOKIE)
        || Variants.areOfClients(response)) {
      return false;
    }
    CacheControl control = CacheControl.of(response);
    return !control.isPrivate() && !control.isNoStore();
  }

  /**
   * Records the assets that a response named; an empty list counts too. Skips push-only assets, because browsers would ignore a
   * hint for them.
   *
   * @param client number that identifies the client
   */
  void saw(CharSequence authority, CharSequence path, long client, List<Asset> named) {
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
      // A client that reloads the page confirms no link, but removes those no longer named.
      List<Asset> confirmed = before.client() == client ? before.steady() : before.latest();
      steady = latest.stream().filter(confirmed::contains).toList();
    }
    pages.put(page, new Links(latest, client, steady));
    isUsed = true;
  }

  /** Returns the weight of all entries in bytes. */
  long bytes() {
    pages.cleanUp();
    return pages.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /** Returns the weight of an entry in bytes. The steady assets are counted among the latest. */
  private static int bytes(Page page, Links links) {
    int bytes = ENTRY_BYTES + page.authority().length() + page.path().length();
    for (Asset asset : links.latest()) {
      bytes += asset.bytes();
    }
    return bytes;
  }

  private static Page page(CharSequence authority, CharSequence path) {
    String text = path.toString();
    int query = text.indexOf('?');
    return new Page(LowerCase.of(authority), query < 0 ? text : text.substring(0, query));
  }
}
