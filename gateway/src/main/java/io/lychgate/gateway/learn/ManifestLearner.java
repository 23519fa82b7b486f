package io.lychgate.gateway.learn;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.learn.Observed.Kind;
import io.lychgate.gateway.learn.PageEvidence.AssetEvidence;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.link.LinkHeader;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gathers evidence of the assets that pages load: from the Referer of later requests, and from the Link fields of the pages' own
 * responses. Bounded in bytes; evicts the least recently seen evidence first. Any thread except an event loop.
 */
public final class ManifestLearner {
  /** URLs that a manifest can contain unchanged. Others are not treated as assets. */
  private static final Pattern URL = Pattern.compile("/(?!/)[A-Za-z0-9/._~!$&'()+,;=:@%?-]*");

  private final LeastRecent<PageEvidence> pages;
  private final LeastRecent<OpenViews> views;
  private final LeastRecent<NameEvidence> names;
  private final PageKinds kinds;

  /** @param maxBytes maximum bytes of heap for all evidence */
  public ManifestLearner(long maxBytes) {
    pages = new LeastRecent<>(maxBytes / 2);
    views = new LeastRecent<>(maxBytes / 4);
    names = new LeastRecent<>(maxBytes / 8);
    kinds = new PageKinds(maxBytes / 8);
  }

  /** Learns from responses, in the order in which they were sent. */
  public synchronized void learn(List<Observed> observed) {
    for (Observed each : observed) {
      if (each.kind() == Kind.PAGE) {
        page(each);
      } else {
        asset(each);
      }
    }
  }

  /** Returns the changes of the manifests in force that the evidence supports. */
  public synchronized List<Proposal> proposals(ManifestIndex inForce, LearnConfig rules) {
    Proposing proposing = new Proposing(inForce.manifests(), rules);
    List<Proposal> all = new ArrayList<>();
    names.entries().forEach(entry -> all.addAll(proposing.renames(entry.getValue())));
    pages.entries().stream()
        .map(entry -> entry.getValue())
        .filter(page -> !kinds.isWidened(page.host, page.pattern))
        .forEach(page -> all.addAll(proposing.additions(page)));
    return all;
  }

  /** Returns the estimated bytes of heap that evidence takes. */
  public synchronized long bytes() {
    return pages.bytes() + views.bytes() + names.bytes();
  }

  /** Returns the number of known page patterns. */
  public synchronized int patterns() {
    return pages.size();
  }

  private void page(Observed seen) {
    String path = withoutQuery(seen.path());
    if (seen.isGone() || !URL.matcher(path).matches()) {
      return;
    }
    String host = host(seen.authority());
    PagePattern pattern = kinds.of(host, path);
    String key = host + pattern.text();
    PageEvidence page = pages.get(key, () -> new PageEvidence(host, pattern, path));
    page.views++;
    page.sample = path;
    links(page, seen.links());
    pages.grown(key);
    String viewKey = viewKey(seen, host, path);
    OpenViews open = views.find(viewKey);
    if (open == null || open.page != page) {
      open = new OpenViews(page);
      views.put(viewKey, open);
    }
    open.opened();
  }

  private static void links(PageEvidence page, String fields) {
    fields.lines().flatMap(line -> LinkHeader.parse(line).stream()).distinct().forEach(link -> {
      Kind kind = kind(link.as(), link.relation());
      AssetEvidence asset =
          kind == Kind.OTHER || !isAsset(link.target()) ? null : page.asset(link.target());
      if (asset != null) {
        asset.kind = kind;
        asset.linked = Math.min(page.views, asset.linked + 1);
        asset.fetched |=
            kind == Kind.SCRIPT && link.relation() == LinkHeader.Relation.MODULEPRELOAD;
      }
    });
  }

  private void asset(Observed seen) {
    String host = host(seen.authority());
    if (!isAsset(seen.path())) {
      return;
    }
    if (!seen.announced() || seen.isGone()) {
      // A request caused by the gateway's own hint is no evidence of the page.
      HashedName.of(seen.path()).ifPresent(name -> name(host, name, seen.isGone()));
    }
    String from = refererPath(seen);
    OpenViews open = from == null ? null : views.find(viewKey(seen, host, from));
    if (open == null || seen.isGone() || seen.announced()) {
      return;
    }
    if (seen.kind() == Kind.STYLE || seen.kind() == Kind.SCRIPT) {
      // Fonts and images of a style sheet, and modules of a module, have it as their referrer.
      views.put(
          viewKey(seen, host, NormalPath.of(withoutQuery(seen.path()), true).toString()), open);
    }
    if (open.followedBy(seen.path())) {
      followed(open.page, seen);
    }
  }

  private void followed(PageEvidence page, Observed seen) {
    AssetEvidence asset = page.asset(seen.path());
    if (asset == null) {
      return;
    }
    asset.followed++;
    asset.kind = seen.kind();
    asset.fetched = seen.fetched();
    // A 304 often has fewer fields than the response that it confirms.
    asset.reusable = seen.status() == 304 ? asset.reusable : seen.reusable();
    pages.grown(page.host + page.pattern.text());
  }

  private void name(String host, HashedName name, boolean isGone) {
    String key = host + name.stem();
    names.get(key, () -> new NameEvidence(host, name.stem())).seen(name.hash(), isGone);
    names.grown(key);
  }

  private static String viewKey(Observed seen, String host, String path) {
    return Long.toString(seen.visitor(), Character.MAX_RADIX) + ' ' + host + path;
  }

  private static boolean isAsset(String url) {
    return URL.matcher(url).matches();
  }

  /** Returns the path of the referring page if it is of the same origin; null for any other Referer. */
  private static @Nullable String refererPath(Observed seen) {
    try {
      URI referer = new URI(seen.referer());
      String path = referer.getRawPath();
      return path != null && seen.authority().equalsIgnoreCase(referer.getRawAuthority())
          ? (path.isEmpty() ? "/" : NormalPath.of(path, true).toString())
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static Kind kind(String as, LinkHeader.Relation relation) {
    if (relation == LinkHeader.Relation.MODULEPRELOAD) {
      return Kind.SCRIPT;
    }
    return switch (relation == LinkHeader.Relation.PRELOAD ? as : "") {
      case "style" -> Kind.STYLE;
      case "script" -> Kind.SCRIPT;
      case "font" -> Kind.FONT;
      case "image" -> Kind.IMAGE;
      default -> Kind.OTHER;
    };
  }

  private static String withoutQuery(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  private static String host(String authority) {
    int port = authority.lastIndexOf(':');
    boolean hasPort = port > authority.lastIndexOf(']');
    return (hasPort ? authority.substring(0, port) : authority).toLowerCase(Locale.ROOT);
  }
}
