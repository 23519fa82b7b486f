package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.config.policy.CompressPolicy.Secrets;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a request by which its response is compressed or not. They are read before the fields change for the server.
 *
 * @param acceptEncoding null for none, or for one that is too long
 * @param weakTags the If-None-Match list of the client; null if it has no weak tag
 * @param isSecret a compressed response could reveal a secret
 * @param isSecretWithCookie it could if the response sets a cookie
 */
record RequestFacts(
    boolean isHead,
    @Nullable CharSequence acceptEncoding,
    @Nullable CharSequence weakTags,
    boolean isSecret,
    boolean isSecretWithCookie) {
  /** Characters of Accept-Encoding that are read. Browsers send some thirty; each coding of a policy reads all of them. */
  private static final int MAX_ACCEPT_ENCODING = 1024;

  /** Reads the facts, and adapts the conditions of the request to tags that the gateway has weakened. */
  static RequestFacts take(RequestHead request, Secrets secrets) {
    Fields fields = request.fields();
    boolean isHead = request.isMethod(HttpMethod.HEAD.asciiName());
    boolean isRead = isHead || request.isMethod(HttpMethod.GET.asciiName());
    if (isRead) {
      WeakTags.dropWeakRange(fields);
    }
    boolean hasCredentials =
        fields.contains(HttpHeaderNames.COOKIE) || fields.contains(HttpHeaderNames.AUTHORIZATION);
    RequestOrigin origin =
        secrets == Secrets.CROSS_SITE ? RequestOrigin.of(request) : RequestOrigin.UNKNOWN;
    return new RequestFacts(
        isHead,
        acceptEncoding(fields),
        isRead ? WeakTags.addStrongForms(fields) : null,
        switch (secrets) {
          case CROSS_SITE -> hasCredentials && origin == RequestOrigin.OTHER;
          case CREDENTIALS -> hasCredentials;
          case IGNORE -> false;
        },
        switch (secrets) {
          case CROSS_SITE -> origin == RequestOrigin.UNKNOWN;
          case CREDENTIALS -> true;
          case IGNORE -> false;
        });
  }

  /** Returns these facts for a client that accepts none but these codings, as far as it does. */
  RequestFacts limitedTo(List<String> codings) {
    String accepted = Arrays.stream(ContentCoding.values())
        .filter(each -> codings.contains(each.token()) && each.isAllowedBy(acceptEncoding))
        .map(ContentCoding::token)
        .collect(Collectors.joining(", "));
    return new RequestFacts(
        isHead, accepted.isEmpty() ? null : accepted, weakTags, isSecret, isSecretWithCookie);
  }

  private static @Nullable CharSequence acceptEncoding(Fields fields) {
    int first = fields.indexOf(HttpHeaderNames.ACCEPT_ENCODING, 0);
    if (first < 0) {
      return null;
    }
    CharSequence value = fields.value(first);
    int next = fields.indexOf(HttpHeaderNames.ACCEPT_ENCODING, first + 1);
    while (next >= 0 && value.length() <= MAX_ACCEPT_ENCODING) {
      // RFC 9110 section 5.3: several lines are one list.
      value = value + "," + fields.value(next);
      next = fields.indexOf(HttpHeaderNames.ACCEPT_ENCODING, next + 1);
    }
    return value.length() > MAX_ACCEPT_ENCODING ? null : value;
  }
}
