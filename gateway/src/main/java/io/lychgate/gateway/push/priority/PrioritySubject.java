package io.lychgate.gateway.push.priority;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.PathPattern;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The response that rules are asked about. One for an event loop, filled again for each response, so that asking makes nothing.
 * Fields are only looked for when a rule wants to know them.
 */
public final class PrioritySubject {
  private static final AsciiString CONTENT_TYPE = FieldNames.canonical("content-type");
  private static final int NOT_LOOKED = -3;

  private CharSequence path = "";
  private int pathEnd;
  private @Nullable String route;
  private @Nullable Destination asset;
  private int tier;
  private boolean isPushed;
  private boolean isExpected;

  private @Nullable RequestHead request;
  private @Nullable ResponseHead response;
  private @Nullable CharSequence type;
  private boolean isTypeKnown;
  private int longestForRegex;
  private long length = NOT_LOOKED;

  /**
   * The response to a request.
   *
   * @param routeId null for a response that no route gave
   * @param assetAs what a manifest says that it is for; null if no manifest names it
   * @param assetTier 0 if no manifest names it
   */
  public PrioritySubject response(
      RequestHead to,
      ResponseHead head,
      @Nullable String routeId,
      @Nullable Destination assetAs,
      int assetTier,
      boolean pushed) {
    at(to.path(), routeId, assetAs, assetTier);
    request = to;
    response = head;
    isPushed = pushed;
    isExpected = false;
    type = null;
    isTypeKnown = false;
    length = NOT_LOOKED;
    return this;
  }

  /**
   * A response that is still to come, of which the rest is not known.
   *
   * @param assetTier 0 if no manifest names it
   * @param expectedType null if unknown, and of a kind with the slash at its end: {@code image/}
   * @param expectedLength -1 if unknown
   */
  public PrioritySubject expected(
      CharSequence target,
      @Nullable String routeId,
      Destination assetAs,
      int assetTier,
      @Nullable CharSequence expectedType,
      long expectedLength) {
    at(target, routeId, assetAs, assetTier);
    request = null;
    response = null;
    isPushed = true;
    isExpected = true;
    type = expectedType;
    isTypeKnown = true;
    length = expectedLength;
    return this;
  }

  private void at(
      CharSequence target, @Nullable String routeId, @Nullable Destination assetAs, int assetTier) {
    path = target;
    int query = AsciiString.indexOf(target, '?', 0);
    pathEnd = query < 0 ? target.length() : query;
    route = routeId;
    asset = assetAs;
    tier = assetTier;
  }

  /** @param length of the longest path that regular expressions are tried on */
  void triesRegexUpTo(int length) {
    longestForRegex = length;
  }

  /** What is to be said of a condition on something that is not there. */
  Fit unknown() {
    return isExpected ? Fit.OPEN : Fit.NO;
  }

  boolean isAt(PathPattern pattern) {
    return (!pattern.isRegex() || pathEnd <= longestForRegex) && pattern.matches(path, pathEnd);
  }

  boolean isEntry() {
    return tier != 0;
  }

  int tier() {
    return tier;
  }

  @Nullable
  String route() {
    return route;
  }

  @Nullable
  CharSequence type() {
    if (!isTypeKnown) {
      isTypeKnown = true;
      type = response == null ? null : response.fields().get(CONTENT_TYPE);
    }
    return type;
  }

  /** Negative when the response does not say. */
  long length() {
    if (length == NOT_LOOKED) {
      length = response == null ? -1 : response.contentLength();
    }
    return length;
  }

  /**
   * The destination that the client states. A push was not requested, so the manifest states it, or else the type: each
   * has one use that is by far the most common.
   */
  @Nullable
  CharSequence destination() {
    if (!isPushed) {
      return request == null ? null : request.fields().get(FieldNames.SEC_FETCH_DEST);
    }
    if (asset != null) {
      return FetchDestination.of(asset);
    }
    CharSequence known = type();
    return known == null ? null : FetchDestination.ofType(known);
  }
}
