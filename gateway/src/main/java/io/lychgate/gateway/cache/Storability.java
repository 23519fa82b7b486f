package io.lychgate.gateway.cache;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.http.Variants;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.Set;

/** The result of the check whether a response may be stored (RFC 9111 section 3): yes, or the first reason against it. */
enum Storability {
  STORED,
  /** No final response that stands for itself: 206, 304, or a status that the policy does not list. */
  STATUS,
  /** {@code private}, or {@code no-store}. */
  DIRECTIVE,
  /** The request had credentials, and the response does not permit its use for others. */
  CREDENTIALS,
  /** The request had cookies that are not in the key, and the response does not permit its use for others. */
  COOKIES,
  SET_COOKIE,
  /** {@code Vary: *}. */
  VARIES,
  /** It states no lifetime, and the policy has none for it. */
  NO_LIFETIME,
  /** It is stale at once, and nothing allows to use it after a validation. */
  STALE,
  TOO_LARGE;

  /** Statuses to which a lifetime of the policy applies. Others of RFC 9110 15.1 (405, 414, 501) an attacker can cause. */
  private static final Set<Integer> BY_DEFAULT = Set.of(200, 203, 204, 300, 301, 308, 404, 410);

  /** Seconds. RFC 9111 section 4.2.2 leaves the most to the cache. */
  private static final long MOST_HEURISTIC = 24 * 60 * 60;

  /** The facts of the request for the decision. */
  record Request(boolean hasCredentials, boolean hasUnkeyedCookies) {}

  /** Returns the lifetime in seconds under the policy, or {@link CacheControl#UNSAID}. */
  static long lifetime(CachePolicy policy, int status, SharedFreshness freshness) {
    if (freshness.lifetimeSeconds() != CacheControl.UNSAID || !BY_DEFAULT.contains(status)) {
      return freshness.lifetimeSeconds();
    }
    long heuristic =
        policy.heuristic() ? freshness.heuristicSeconds(MOST_HEURISTIC) : CacheControl.UNSAID;
    Duration ttl = policy.ttl();
    return heuristic == CacheControl.UNSAID && ttl != null
        ? freshness.ageSeconds() + ttl.toSeconds()
        : heuristic;
  }

  /**
   * Decides on a response.
   *
   * @param largest bytes of the largest body
   */
  static Storability of(
      CachePolicy policy,
      Request request,
      ResponseHead head,
      SharedFreshness freshness,
      long largest) {
    Fields fields = head.fields();
    CacheControl control = freshness.control();
    int status = head.status();
    if (status == 206
        || status == 304
        || status < 200
        || !(policy.statuses().isEmpty() || policy.statuses().contains(status))) {
      return STATUS;
    }
    boolean isUnknown = control.isMustUnderstand() && !isUnderstood(status);
    if (control.isKeptFromMany() || control.namesTooManyFields() || isUnknown) {
      return DIRECTIVE;
    }
    if (request.hasCredentials() && !policy.authorized() && !freshness.allowsAuthorized()) {
      return CREDENTIALS;
    }
    if (request.hasUnkeyedCookies()
        && !control.isPublic()
        && control.sharedMaxAge() == CacheControl.UNSAID) {
      return COOKIES;
    }
    if (fields.contains(HttpHeaderNames.SET_COOKIE) && !policy.setCookie()) {
      return SET_COOKIE;
    }
    if (Variants.areEndless(fields)) {
      return VARIES;
    }
    if (head.contentLength() > largest) {
      return TOO_LARGE;
    }
    return byLifetime(policy, status, fields, freshness);
  }

  /** Returns true for the statuses of RFC 9110 and RFC 6585. */
  private static boolean isUnderstood(int status) {
    return (status >= 200 && status <= 205)
        || (status >= 300 && status <= 308 && status != 306)
        || (status >= 400 && status <= 417)
        || (status >= 421 && status <= 431 && status != 427 && status != 430)
        || status == 451
        || (status >= 500 && status <= 505)
        || status == 511;
  }

  private static Storability byLifetime(
      CachePolicy policy, int status, Fields fields, SharedFreshness freshness) {
    long lifetime = lifetime(policy, status, freshness);
    boolean hasValidator =
        fields.contains(HttpHeaderNames.ETAG) || fields.contains(HttpHeaderNames.LAST_MODIFIED);
    if (lifetime == CacheControl.UNSAID) {
      // Without a lifetime, no-cache alone permits to store and validate it.
      return freshness.control().isNoCache() && hasValidator ? STORED : NO_LIFETIME;
    }
    boolean isFresh = lifetime > freshness.ageSeconds() && !freshness.control().isNoCache();
    return isFresh || hasValidator || Reuse.mayBeStale(policy, freshness) ? STORED : STALE;
  }
}
