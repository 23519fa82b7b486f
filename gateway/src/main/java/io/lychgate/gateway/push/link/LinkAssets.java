package io.lychgate.gateway.push.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Turns the Link fields of upstreams into assets. Pages of one site repeat the same links, so recent field values are cached with
 * their assets and hashes. One per event loop.
 */
public final class LinkAssets {
  /** Bytes of an entry without its strings and assets: the list and the cache's own overhead. */
  private static final int ENTRY_BYTES = 200;

  /** Runs its maintenance on the calling thread, so that it never waits for another thread. */
  private final Cache<String, List<Asset>> remembered = Caffeine.newBuilder()
      .executor(Runnable::run)
      .maximumWeight(Limits.LINK_FIELDS_BYTES)
      .weigher((String value, List<Asset> assets) -> bytes(value, assets))
      .build();

  /** Returns the assets that one field value names for a page of this authority and path. */
  public List<Asset> of(CharSequence value, String authority, CharSequence pagePath) {
    String text = value.toString();
    List<Asset> known = remembered.getIfPresent(text);
    if (known != null) {
      return known;
    }
    List<Asset> assets = new ArrayList<>();
    boolean dependsOnPage = false;
    for (LinkHeader link : LinkHeader.parse(text)) {
      dependsOnPage |= !isAbsolutePath(link.target());
      Asset asset = asset(link, authority, pagePath);
      if (asset != null) {
        assets.add(asset);
      }
    }
    if (!dependsOnPage && text.length() <= LinkHeader.MAX_LENGTH) {
      remembered.put(text, assets);
    }
    return assets;
  }

  /** Returns the weight of all entries in bytes. */
  public long bytes() {
    remembered.cleanUp();
    return remembered.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  private static int bytes(String value, List<Asset> assets) {
    int bytes = ENTRY_BYTES + value.length();
    for (Asset asset : assets) {
      bytes += asset.bytes();
    }
    return bytes;
  }

  private static @Nullable Asset asset(LinkHeader link, String authority, CharSequence pagePath) {
    if (link.isNoPush() && link.isPushOnly()) {
      // Neither pushed nor passed on: the link is dropped, as in H2O.
      return null;
    }
    String resolved = resolve(link.target(), authority, pagePath);
    if (resolved == null || resolved.length() > AssetUrl.MAX_LENGTH) {
      return null;
    }
    String url = AssetUrl.withoutDotSegments(resolved);
    Destination destination = destination(link, url);
    boolean isAsGuessed =
        link.relation() == LinkHeader.Relation.PRELOAD && !destination.token().equals(link.as());
    Delivery delivery = Delivery.AUTO;
    if (link.isNoPush()) {
      delivery = Delivery.HINT;
    } else if (link.isPushOnly() || isAsGuessed) {
      // Browsers ignore a preload without "as" or with an unknown one.
      delivery = Delivery.PUSH;
    }
    return Asset.of(
        url,
        destination,
        link.crossorigin(),
        mediaType(link.type()),
        Asset.NO_URGENCY,
        null,
        1,
        delivery,
        "",
        link.more());
  }

  private static Destination destination(LinkHeader link, String url) {
    return switch (link.relation()) {
      case MODULEPRELOAD -> Destination.MODULE;
      case PRECONNECT -> Destination.CONNECT;
      case PRELOAD -> link.as().isEmpty() ? guess(url) : ofToken(link.as());
    };
  }

  private static Destination ofToken(String as) {
    return switch (as) {
      case "style" -> Destination.STYLE;
      case "script" -> Destination.SCRIPT;
      case "font" -> Destination.FONT;
      case "image" -> Destination.IMAGE;
      case "document" -> Destination.DOCUMENT;
      default -> Destination.FETCH;
    };
  }

  /** Guesses by the extension of the name. H2O 2.2.5 decides by content type; these two extensions map to its blocking types. */
  private static Destination guess(String url) {
    int query = url.indexOf('?');
    String path = (query < 0 ? url : url.substring(0, query)).toLowerCase(Locale.ROOT);
    if (path.endsWith(".css")) {
      return Destination.STYLE;
    }
    return path.endsWith(".js") ? Destination.SCRIPT : Destination.FETCH;
  }

  private static String mediaType(String type) {
    return type.matches("[a-z0-9!#$&^_.+-]{1,63}/[a-z0-9!#$&^_.+-]{1,63}") ? type : "";
  }

  /**
   * Resolves a reference as far as links of a page need it (RFC 3986 5.3): an absolute path for the page's origin, else an absolute
   * URL.
   */
  private static @Nullable String resolve(String target, String authority, CharSequence pagePath) {
    int fragment = target.indexOf('#');
    String url = fragment < 0 ? target : target.substring(0, fragment);
    if (url.isEmpty()
        || url.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || "<>\"\\".indexOf(c) >= 0)) {
      return null;
    }
    if (isAbsolutePath(url)) {
      return url;
    }
    if (url.startsWith("//")) {
      return ofOrigin("https:" + url, authority);
    }
    String lower = url.toLowerCase(Locale.ROOT);
    if (lower.startsWith("https://")) {
      return ofOrigin("https" + url.substring("https".length()), authority);
    }
    boolean hasScheme = url.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    return hasScheme ? null : relative(url, pagePath.toString());
  }

  private static @Nullable String ofOrigin(String url, String authority) {
    int path = url.indexOf('/', "https://".length());
    String named = url.substring("https://".length(), path < 0 ? url.length() : path);
    if (named.isEmpty() || named.indexOf('@') >= 0 || named.indexOf('?') >= 0) {
      return null;
    }
    if (!named.equalsIgnoreCase(authority)) {
      return url;
    }
    return path < 0 ? "/" : url.substring(path);
  }

  private static String relative(String url, String pagePath) {
    int query = pagePath.indexOf('?');
    String page = query < 0 ? pagePath : pagePath.substring(0, query);
    if (url.startsWith("?")) {
      return page + url;
    }
    String folder = page.substring(0, page.lastIndexOf('/') + 1);
    String rest = url;
    while (rest.startsWith("./") || rest.startsWith("../")) {
      if (rest.startsWith("../")) {
        int parent = folder.lastIndexOf('/', folder.length() - 2);
        folder = parent < 0 ? "/" : folder.substring(0, parent + 1);
      }
      rest = rest.substring(rest.indexOf('/') + 1);
    }
    return (folder.isEmpty() ? "/" : folder) + rest;
  }

  private static boolean isAbsolutePath(String target) {
    return target.startsWith("/") && !target.startsWith("//");
  }
}
