package io.lychgate.gateway.cache;

import io.lychgate.gateway.message.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one URL: its responses, the newest first, and how long a fill must not make other clients wait. Immutable.
 */
final class CacheEntry {
  /**
   * Responses of one URL: languages times codings of a large site. A client that invents values of a Vary field evicts only the others
   * of the same URL.
   */
  static final int MAX_VARIANTS = 64;

  private static final int OVERHEAD = 128;

  /** The entry before the first response. */
  static final CacheEntry NONE = new CacheEntry(List.of(), Long.MIN_VALUE);

  private final List<StoredResponse> variants;
  private final long apartUntilNanos;

  private CacheEntry(List<StoredResponse> variants, long apartUntilNanos) {
    this.variants = variants;
    this.apartUntilNanos = apartUntilNanos;
  }

  /** Returns the newest response that this request selects; null if there is none. */
  @Nullable
  StoredResponse select(String space, Fields request) {
    for (int i = 0; i < variants.size(); i++) {
      StoredResponse variant = variants.get(i);
      if (variant.matches(space, request)) {
        return variant;
      }
    }
    return null;
  }

  /** Returns true if a response to the same request arrived after this one. */
  boolean hasNewer(StoredResponse response) {
    for (StoredResponse variant : variants) {
      if (variant.isReplacedBy(response) && variant.isNewerThan(response)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns an entry with this response.
   *
   * @param most bytes of all responses of the entry
   * @param dropped receives the responses that have no place any more
   */
  CacheEntry with(StoredResponse newest, long most, List<StoredResponse> dropped) {
    List<StoredResponse> kept = new ArrayList<>(variants.size() + 1);
    kept.add(newest);
    long bytes = newest.weight();
    for (StoredResponse variant : variants) {
      boolean isKept = !variant.isReplacedBy(newest)
          && kept.size() < MAX_VARIANTS
          && bytes + variant.weight() <= most;
      if (isKept) {
        kept.add(variant);
        bytes += variant.weight();
      } else {
        dropped.add(variant);
      }
    }
    return new CacheEntry(List.copyOf(kept), Long.MIN_VALUE);
  }

  /**
   * Returns an entry with a twin beside a body. It takes over the references of this entry, and that to the twin. Returns null, and takes
   * nothing, if there is no room.
   *
   * @param of the response whose body it is
   * @param most bytes of all responses of the entry
   */
  @Nullable
  CacheEntry withTwin(StoredResponse of, StoredBody.Twin twin, long most) {
    StoredResponse after = of.with(twin);
    List<StoredResponse> all = new ArrayList<>(variants.size());
    long bytes = 0;
    for (StoredResponse variant : variants) {
      StoredResponse kept = variant == of ? after : variant;
      all.add(kept);
      bytes += kept.weight();
    }
    return bytes > most ? null : new CacheEntry(List.copyOf(all), apartUntilNanos);
  }

  /** Returns the response with this body; null if there is none. */
  @Nullable
  StoredResponse withBody(TwinAttempts body) {
    for (StoredResponse variant : variants) {
      if (variant.attempts() == body) {
        return variant;
      }
    }
    return null;
  }

  /** Returns an entry without the response with this body; the same if it has none. */
  CacheEntry without(TwinAttempts body) {
    StoredResponse gone = withBody(body);
    return gone == null
        ? this
        : new CacheEntry(
            variants.stream().filter(variant -> variant != gone).toList(), apartUntilNanos);
  }

  /** Returns the same entry, whose next fills are for one client each until this time. */
  CacheEntry apartUntil(long nanos) {
    return new CacheEntry(variants, nanos);
  }

  /** Returns true if a response was not to be shared a short time ago, so that clients do not wait for the next one. */
  boolean isApart(long nowNanos) {
    return apartUntilNanos != Long.MIN_VALUE && apartUntilNanos - nowNanos > 0;
  }

  boolean isEmpty() {
    return variants.isEmpty() && apartUntilNanos == Long.MIN_VALUE;
  }

  List<StoredResponse> variants() {
    return variants;
  }

  /** Returns the tags of all responses. */
  Set<String> tags() {
    if (variants.isEmpty()) {
      return Set.of();
    }
    Set<String> tags = new HashSet<>();
    variants.forEach(variant -> tags.addAll(variant.tags()));
    return tags;
  }

  void release() {
    variants.forEach(StoredResponse::release);
  }

  long weight(String url) {
    long bytes = OVERHEAD + 2L * url.length();
    for (StoredResponse variant : variants) {
      bytes += variant.weight();
    }
    return bytes;
  }
}
