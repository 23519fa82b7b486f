package io.lychgate.gateway.files;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is sent for one request: a head and the parts of a body. A pure function of the request's fields and the file.
 *
 * @param representation the one that the parts are of
 */
record FileAnswer(ResponseHead head, Representation representation, List<BodyPart> parts) {
  private static final AsciiString ZERO = AsciiString.cached("0");

  boolean isInMemory() {
    return parts.isEmpty() || representation.isInMemory();
  }

  /**
   * Decides in the order of RFC 9110 13.2.2.
   *
   * @param cacheControl what the route says; null for nothing
   */
  static FileAnswer decide(
      FileRequest request, ServedFile file, @Nullable AsciiString cacheControl, long nowMillis) {
    Representation chosen =
        file.hasTwins() ? file.choose(request.acceptEncoding()) : file.of(ContentCoding.IDENTITY);
    FileAnswer answer = request.isPlain() ? ok(chosen) : decide(request, chosen, nowMillis);
    if (cacheControl != null && answer.head.status() < 400) {
      answer.head.fields().add(HttpHeaderNames.CACHE_CONTROL, cacheControl);
    }
    return answer;
  }

  private static FileAnswer decide(FileRequest request, Representation chosen, long nowMillis) {
    long modified = chosen.stamp().modifiedSeconds();
    return switch (request.conditions().judge(chosen.tag(), modified)) {
      case NOT_MODIFIED ->
        new FileAnswer(new ResponseHead(304, chosen.notModifiedFields()), chosen, List.of());
      case FAILED -> empty(412, chosen);
      case PROCEED ->
        request.conditions().rangeHolds(chosen.tag(), modified, nowMillis)
            ? ranged(ByteRanges.of(request.range(), chosen.length()), chosen)
            : ok(chosen);
    };
  }

  private static FileAnswer ok(Representation chosen) {
    return new FileAnswer(new ResponseHead(200, chosen.okFields()), chosen, chosen.whole());
  }

  private static FileAnswer empty(int status, Representation chosen) {
    Fields fields = new Fields().add(HttpHeaderNames.CONTENT_LENGTH, ZERO);
    return new FileAnswer(new ResponseHead(status, fields), chosen, List.of());
  }

  private static FileAnswer ranged(ByteRanges ranges, Representation chosen) {
    if (ranges instanceof ByteRanges.Unsatisfiable) {
      FileAnswer answer = empty(416, chosen);
      answer.head.fields().add(HttpHeaderNames.CONTENT_RANGE, "bytes */" + chosen.length());
      return answer;
    }
    if (!(ranges instanceof ByteRanges.Parts parts)) {
      return ok(chosen);
    }
    return parts.ranges().size() == 1
        ? single(parts.ranges().get(0), chosen)
        : several(parts.ranges(), chosen);
  }

  private static FileAnswer single(ByteRange range, Representation chosen) {
    Fields fields = chosen.okFields();
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(range.length()));
    fields.add(HttpHeaderNames.CONTENT_RANGE, contentRange(range, chosen.length()));
    return new FileAnswer(
        new ResponseHead(206, fields), chosen, List.of(new BodyPart.Octets(range)));
  }

  /** RFC 9110 15.3.7.2: each part says its type and range; the whole must not have a Content-Range. */
  private static FileAnswer several(List<ByteRange> ranges, Representation chosen) {
    Multipart multipart = Multipart.of(ranges, chosen);
    Fields fields = chosen.okFields();
    fields.set(HttpHeaderNames.CONTENT_TYPE, multipart.type());
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(multipart.length()));
    return new FileAnswer(new ResponseHead(206, fields), chosen, multipart.parts());
  }

  static String contentRange(ByteRange range, long length) {
    return "bytes " + range.first() + '-' + range.last() + '/' + length;
  }
}
