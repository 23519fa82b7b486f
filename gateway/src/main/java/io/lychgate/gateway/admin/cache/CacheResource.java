package io.lychgate.gateway.admin.cache;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.RequestedHost;
import io.lychgate.gateway.admin.seam.ResponseCaches;
import io.lychgate.gateway.admin.seam.ResponseCaches.Kind;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The response cache of this node: its state, and purges. */
public final class CacheResource {
  /** Characters of a URL or prefix: more than a request can have. */
  private static final int MAX_URL = 16_384;

  private static final int MAX_TAG = 256;

  /** A prefix that ends within a host would match other hosts, too. */
  private static final Pattern HOST_AND_PATH = Pattern.compile("https?://[^/?#]+/.*");

  /** Characters of a selection in the audit trail. */
  private static final int MAX_SUBJECT = 300;

  private final ResponseCaches caches;

  public CacheResource(ResponseCaches caches) {
    this.caches = caches;
  }

  public Reply get(Call call) {
    return Reply.ok(caches.view());
  }

  public Reply purge(Call call) {
    Selected selected = Objects.requireNonNull(call.body(CacheResource::selected));
    requireSites(call, selected);
    call.requireNoTag();
    int urls = caches.purge(selected.kind, selected.value);
    call.store()
        .audit()
        .recordChange(
            call.actor(),
            "cache.purge",
            subject(selected),
            urls + " URLs",
            AuditState.of("stored URLs: " + urls, null));
    return Reply.ok(new Purged(urls));
  }

  /** A URL or prefix is of one host. The responses of a tag, and all of them, are of all sites. */
  private static void requireSites(Call call, Selected selected) {
    boolean isOfHost = selected.kind == Kind.URL || selected.kind == Kind.PREFIX;
    if (!isOfHost) {
      call.requireSites(List.of(Grant.ALL), subject(selected));
    } else if (!call.principal().hasForAllSites(Role.PUBLISHER)) {
      RequestedHost.require(call, selected.value, null, List.of());
      if (selected.kind == Kind.PREFIX && !HOST_AND_PATH.matcher(selected.value).matches()) {
        throw call.forbidden(
            subject(selected), "prefix: no whole host (expected: https://HOST/PATH)");
      }
    }
  }

  private static String subject(Selected selected) {
    String text = selected.kind.name().toLowerCase(Locale.ROOT) + ' ' + selected.value;
    return text.substring(0, Math.min(text.length(), MAX_SUBJECT)).strip();
  }

  private record Selected(Kind kind, String value) {}

  private record Purged(int urls) {}

  private static Selected selected(JsonBody body) {
    List<Selected> all = new ArrayList<>();
    add(all, Kind.URL, normal(body.optionalText("url", MAX_URL)));
    add(all, Kind.PREFIX, normal(body.optionalText("prefix", MAX_URL)));
    add(all, Kind.TAG, body.optionalText("tag", MAX_TAG));
    if (body.flag("all", false)) {
      all.add(new Selected(Kind.ALL, ""));
    }
    if (all.size() != 1) {
      throw body.invalid("url", all.size() + " selections", "one of url, prefix, tag and all");
    }
    Selected one = all.get(0);
    boolean isUrl = one.kind == Kind.URL || one.kind == Kind.PREFIX;
    if (isUrl && !one.value.startsWith("http://") && !one.value.startsWith("https://")) {
      throw body.invalid(
          one.kind.name().toLowerCase(Locale.ROOT), one.value, "a URL with http:// or https://");
    }
    return one;
  }

  private static void add(List<Selected> all, Kind kind, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      all.add(new Selected(kind, value));
    }
  }

  /** Returns the URL as the cache has it: scheme and host in lower case, and a path. */
  private static @Nullable String normal(@Nullable String url) {
    int start = url == null ? -1 : url.indexOf("://");
    if (url == null || start < 0) {
      return url;
    }
    int slash = url.indexOf('/', start + 3);
    return slash < 0
        ? url.toLowerCase(Locale.ROOT) + '/'
        : url.substring(0, slash).toLowerCase(Locale.ROOT) + url.substring(slash);
  }
}
