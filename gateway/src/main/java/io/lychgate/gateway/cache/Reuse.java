package io.lychgate.gateway.cache;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;

/** Decides how a stored response serves a request (RFC 9111 section 4). */
enum Reuse {
  /** It is fresh enough. */
  FRESH,
  /** It is stale, and the client accepts that. */
  STALE,
  /** It is stale, and used while the gateway fetches it again (RFC 5861 section 3). */
  STALE_BEHIND,
  /** It may be used only after a validation. */
  VALIDATE;

  /** @param client the directives of the request, if the policy obeys them */
  static Reuse of(
      CachePolicy policy,
      StoredResponse stored,
      CacheControl client,
      boolean isPragma,
      long nowNanos) {
    long remaining = stored.remaining(nowNanos);
    SharedFreshness freshness = stored.freshness();
    if (client.isNoCache() || isPragma || freshness.control().isNoCache()) {
      return VALIDATE;
    }
    boolean isTooOld =
        client.maxAge() != CacheControl.UNSAID && stored.age(nowNanos) > client.maxAge();
    boolean isTooShort = client.minFresh() != CacheControl.UNSAID && remaining < client.minFresh();
    if (isTooOld || client.maxAge() == 0 || isTooShort) {
      return VALIDATE;
    }
    if (remaining > 0) {
      return FRESH;
    }
    if (freshness.control().forbidsStale()) {
      return VALIDATE;
    }
    if (client.maxStale() != CacheControl.UNSAID && -remaining <= client.maxStale()) {
      return STALE;
    }
    return -remaining < behindSeconds(policy, freshness) ? STALE_BEHIND : VALIDATE;
  }

  /** Returns true if the response may be used because the upstream fails (RFC 5861 section 4). */
  static boolean onError(CachePolicy policy, StoredResponse stored, long nowNanos) {
    long remaining = stored.remaining(nowNanos);
    CacheControl control = stored.freshness().control();
    if (control.isNoCache()) {
      return false;
    }
    return remaining > 0
        || (!control.forbidsStale() && -remaining < onErrorSeconds(policy, stored.freshness()));
  }

  /** Returns true if anything allows to use the response when it is stale. */
  static boolean mayBeStale(CachePolicy policy, SharedFreshness freshness) {
    return !freshness.control().forbidsStale()
        && (behindSeconds(policy, freshness) > 0 || onErrorSeconds(policy, freshness) > 0);
  }

  private static long behindSeconds(CachePolicy policy, SharedFreshness freshness) {
    long stated = freshness.control().staleWhileRevalidate();
    return stated == CacheControl.UNSAID ? policy.staleWhileRevalidate().toSeconds() : stated;
  }

  private static long onErrorSeconds(CachePolicy policy, SharedFreshness freshness) {
    long stated = freshness.control().staleIfError();
    return stated == CacheControl.UNSAID ? policy.staleIfError().toSeconds() : stated;
  }
}
