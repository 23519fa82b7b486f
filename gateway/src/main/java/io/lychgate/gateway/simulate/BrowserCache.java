package io.lychgate.gateway.simulate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cache of one browser: freshness by max-age, validation by ETag or Last-Modified (RFC 9111). One thread. */
final class BrowserCache {
  /** More than a visitor of one site holds. */
  private static final int MOST = 500;

  private static final String MAX_AGE = "max-age=";

  /** A greater age counts as this one (RFC 9111 section 1.2.2). */
  private static final long MOST_SECONDS = 1L << 31;

  private static final int OK = 200;

  private final Map<String, Held> entries = new LinkedHashMap<>(16, 0.75F, true);

  /**
   * A response that the browser holds.
   *
   * @param freshUntil nanoseconds
   */
  record Held(String etag, String lastModified, long freshUntil) {
    boolean isFresh(long now) {
      return now - freshUntil < 0;
    }
  }

  @Nullable
  Held get(String path) {
    return entries.get(path);
  }

  /** Takes a response, or the 304 that confirms the held one. */
  void put(String path, Fetched fetched) {
    String control = fetched.field("cache-control").toLowerCase(Locale.ROOT);
    if (control.contains("no-store") || !fetched.isWhole()) {
      entries.remove(path);
      return;
    }
    Held before = entries.get(path);
    String etag = fetched.field("etag");
    String modified = fetched.field("last-modified");
    if (before != null && fetched.status() != OK) {
      etag = etag.isEmpty() ? before.etag : etag;
      modified = modified.isEmpty() ? before.lastModified : modified;
    }
    long now = System.nanoTime();
    long fresh = control.contains("no-cache") ? 0 : maxAge(control) * 1_000_000_000L;
    if (fresh == 0 && etag.isEmpty() && modified.isEmpty()) {
      entries.remove(path);
      return;
    }
    entries.put(path, new Held(etag, modified, now + fresh));
    if (entries.size() > MOST) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  private static long maxAge(String control) {
    int at = control.indexOf(MAX_AGE);
    if (at < 0) {
      return 0;
    }
    int from = at + MAX_AGE.length();
    int to = from;
    while (to < control.length() && Character.isDigit(control.charAt(to))) {
      to++;
    }
    if (to == from) {
      return 0;
    }
    // Ten digits are more than the greatest age, and fit a long.
    return to - from > 10
        ? MOST_SECONDS
        : Math.min(MOST_SECONDS, Long.parseLong(control.substring(from, to)));
  }
}
