package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ByteRange;
import io.lychgate.gateway.http.ByteRanges;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request: a head and the parts of a body. A pure function of the request's fields and the file.
 *
 * @param representation the representation that the parts belong to
 */
record FileResponse(ResponseHead head, Representation representation, List<BodyPart> parts) {
  private static final AsciiString ZERO = AsciiString.cached("0");

  boolean isInMemory() {
    return parts.isEmpty() || representation.isInMemory();
  }

  /**
   * Returns the response. Evaluates conditions in the order of RFC 9110 13.2.2.
   *
   * @param cacheControl Cache-Control of the route; null for none
   */
  static FileResponse decide(
      FileRequest request, ServedFile file, @Nullable AsciiString cacheControl, long nowMillis) {
    Representation chosen =
        file.hasTwins() ? file.choose(request.acceptEncoding()) : file.of(ContentCoding.IDENTITY);
    FileResponse response = request.isPlain() ? ok(chosen) : decide(request, chosen, nowMillis);
    if (cacheControl != null && response.head.status() < 400) {
      response.head.fields().add(HttpHeaderNames.CACHE_CONTROL, cacheControl);
    }
    return response;
  }

  private static FileResponse decide(FileRequest request, Representation chosen, long nowMillis) {
    long modified = chosen.stamp().modifiedSeconds();
    return switch (request.conditions().judge(chosen.tag(), modified)) {
      case NOT_MODIFIED ->
        new FileResponse(new ResponseHead(304, chosen.notModifiedFields()), chosen, List.of());
      case FAILED -> empty(412, chosen);
      case PROCEED ->
        request.conditions().rangeHolds(chosen.tag(), modified, nowMillis)
            ? ranged(ByteRanges.of(request.range(), chosen.length()), chosen)
            : ok(chosen);
    };
  }

  private static FileResponse ok(Representation chosen) {
    return new FileResponse(new ResponseHead(200, chosen.okFields()), chosen, chosen.whole());
  }

  private static FileResponse empty(int status, Representation chosen) {
    Fields fields = new Fields().add(HttpHeaderNames.CONTENT_LENGTH, ZERO);
    return new FileResponse(new ResponseHead(status, fields), chosen, List.of());
  }

  private static FileResponse ranged(ByteRanges ranges, Representation chosen) {
    if (ranges instanceof ByteRanges.Unsatisfiable) {
      FileResponse response = empty(416, chosen);
      response.head.fields().add(HttpHeaderNames.CONTENT_RANGE, "bytes */" + chosen.length());
      return response;
    }
    if (!(ranges instanceof ByteRanges.Parts parts)) {
      return ok(chosen);
    }
    return parts.ranges().size() == 1
        ? single(parts.ranges().get(0), chosen)
        : several(parts.ranges(), chosen);
  }

  private static FileResponse single(ByteRange range, Representation chosen) {
    Fields fields = chosen.okFields();
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(range.length()));
    fields.add(HttpHeaderNames.CONTENT_RANGE, contentRange(range, chosen.length()));
    return new FileResponse(
        new ResponseHead(206, fields), chosen, List.of(new BodyPart.Bytes(range)));
  }

  /** RFC 9110 15.3.7.2: each part has its type and range; the response itself must not have a Content-Range. */
  private static FileResponse several(List<ByteRange> ranges, Representation chosen) {
    Multipart multipart = Multipart.of(ranges, chosen);
    Fields fields = chosen.okFields();
    fields.set(HttpHeaderNames.CONTENT_TYPE, multipart.type());
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(multipart.length()));
    return new FileResponse(new ResponseHead(206, fields), chosen, multipart.parts());
  }

  static String contentRange(ByteRange range, long length) {
    return "bytes " + range.first() + '-' + range.last() + '/' + length;
  }
}
