package io.lychgate.gateway.push.priority;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The response that rules are matched with. One per event loop, reused for each response, so that matching allocates nothing. It
 * looks up fields only when a rule needs them.
 */
public final class PrioritySubject {
  private static final AsciiString CONTENT_TYPE = FieldNames.canonical("content-type");
  private static final int NOT_READ = -3;

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
  private long length = NOT_READ;

  /**
   * Sets the subject to the response to a request.
   *
   * @param routeId null if the response comes from no route
   * @param assetAs destination in the manifest; null if no manifest names the resource
   * @param assetTier 0 if no manifest names the resource
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
    length = NOT_READ;
    return this;
  }

  /**
   * Sets the subject to a future response whose other properties are unknown.
   *
   * @param assetTier 0 if no manifest names the resource
   * @param expectedType null if unknown; a top-level type ends with a slash: {@code image/}
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

  /** @param length the length of the longest path on which regular expressions are tried */
  void triesRegexUpTo(int length) {
    longestForRegex = length;
  }

  /** Returns the result for a criterion on an unknown value. */
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

  /** Returns the length of the body, negative if the response does not state it. */
  long length() {
    if (length == NOT_READ) {
      length = response == null ? -1 : response.contentLength();
    }
    return length;
  }

  /**
   * Returns the destination that the client states. For a push no request states one, so the manifest's destination counts, or else
   * the most common use of the type.
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
