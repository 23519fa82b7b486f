package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides in which coding a response goes to the client. A function of the policy, the request and the head. Any thread. */
final class CompressionRule {
  private static final AsciiString SIGNATURE_INPUT = AsciiString.cached("signature-input");

  private static final int RESET_CONTENT = 205;
  private static final int PARTIAL_CONTENT = 206;

  private final List<ContentCoding> codings;
  private final MediaTypes types;
  private final int minSize;
  private final boolean decodes;

  /** @param codings those of the policy that are available, in the order of preference */
  CompressionRule(CompressPolicy policy, List<ContentCoding> codings) {
    this.codings = codings;
    this.types = new MediaTypes(policy.types());
    this.minSize = policy.minSize();
    this.decodes = policy.decode();
  }

  /** Returns the decision on a final response. {@code end} is true if no body follows. */
  CompressOutcome decide(RequestFacts request, ResponseHead head, boolean end) {
    Fields fields = head.fields();
    if (head.isBodiless()
        || head.status() == PARTIAL_CONTENT
        || head.status() == RESET_CONTENT
        || fields.contains(HttpHeaderNames.CONTENT_RANGE)) {
      return CompressOutcome.NO_CONTENT;
    }
    if (CacheControl.of(fields).isNoTransform() || fields.contains(SIGNATURE_INPUT)) {
      return CompressOutcome.NO_TRANSFORM;
    }
    CharSequence applied = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    if (applied != null && !isIdentity(applied)) {
      return isToBeDecoded(request, applied, fields)
          ? CompressOutcome.DECODED
          : CompressOutcome.ENCODED;
    }
    CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null || !types.has(type) || GrpcForm.ofType(type) != GrpcForm.NONE) {
      return CompressOutcome.TYPE;
    }
    long length = end && !request.isHead() ? 0 : head.contentLength();
    if (length >= 0 && length < Math.max(1, minSize)) {
      return CompressOutcome.SMALL;
    }
    return isSecret(request, fields) ? CompressOutcome.SECRET : accepted(request);
  }

  /** Returns true for a part whose whole goes out in several codings. RFC 9110 section 15.3.7: a 206 has the Vary of the 200. */
  boolean isPartOfVarying(ResponseHead head) {
    Fields fields = head.fields();
    CharSequence type =
        head.status() == PARTIAL_CONTENT ? fields.get(HttpHeaderNames.CONTENT_TYPE) : null;
    return type != null
        && types.has(type)
        && !fields.contains(HttpHeaderNames.CONTENT_ENCODING)
        && !CacheControl.of(fields).isNoTransform();
  }

  private boolean isToBeDecoded(RequestFacts request, CharSequence applied, Fields fields) {
    ContentCoding coding = decodes ? codingOf(applied) : null;
    return coding != null
        && fields.indexOf(
                HttpHeaderNames.CONTENT_ENCODING,
                fields.indexOf(HttpHeaderNames.CONTENT_ENCODING, 0) + 1)
            < 0
        && !coding.isAllowedBy(request.acceptEncoding());
  }

  private static boolean isSecret(RequestFacts request, Fields response) {
    return request.isSecret()
        || (request.isSecretWithCookie() && response.contains(HttpHeaderNames.SET_COOKIE));
  }

  private CompressOutcome accepted(RequestFacts request) {
    return switch (ContentCoding.choose(request.acceptEncoding(), codings)) {
      case ZSTD -> CompressOutcome.ZSTD;
      case BROTLI -> CompressOutcome.BROTLI;
      case GZIP -> CompressOutcome.GZIP;
      case IDENTITY -> CompressOutcome.NOT_ACCEPTED;
    };
  }

  /** Returns the coding that an outcome stands for; identity for all others. */
  static ContentCoding codingOf(CompressOutcome outcome) {
    return switch (outcome) {
      case ZSTD -> ContentCoding.ZSTD;
      case BROTLI -> ContentCoding.BROTLI;
      case GZIP -> ContentCoding.GZIP;
      default -> ContentCoding.IDENTITY;
    };
  }

  /** Returns the coding of a Content-Encoding field; null for an unknown one, or several. */
  static @Nullable ContentCoding codingOf(CharSequence applied) {
    for (ContentCoding coding : CompressPolicy.DEFAULT_CODINGS) {
      if (AsciiString.contentEqualsIgnoreCase(applied, coding.token())) {
        return coding;
      }
    }
    // RFC 9110 section 8.4.1.3.
    return AsciiString.contentEqualsIgnoreCase(applied, "x-gzip") ? ContentCoding.GZIP : null;
  }

  /** Returns true if a Content-Encoding field states that there is no coding. */
  static boolean isIdentity(CharSequence applied) {
    return AsciiString.contentEqualsIgnoreCase(applied, ContentCoding.IDENTITY.token());
  }
}
