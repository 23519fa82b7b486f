package io.lychgate.gateway.files;

import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One coding of a file: its validators, its fields and, if it is small enough, its octets. Immutable; shared by all event
 * loops.
 *
 * <p>The octets lie in direct memory that the garbage collector frees and that is never counted: handing them to a
 * response costs no atomic operation, and TLS reads them where they lie.
 */
final class Representation {
  private static final AsciiString BYTES = AsciiString.cached("bytes");

  private final FileStamp stamp;
  private final String tag;
  private final String type;
  private final Fields ok;
  private final Fields notModified;
  private final List<BodyPart> whole;
  private final @Nullable ByteBuf octets;

  /**
   * @param varies whether the file has more than one coding
   * @param octets null when they have to be read from the file each time
   */
  Representation(
      FileStamp stamp,
      ContentCoding coding,
      String type,
      AsciiString lastModified,
      boolean varies,
      @Nullable ByteBuf octets) {
    this.stamp = stamp;
    this.type = type;
    this.octets = octets;
    this.tag = EntityTag.of(stamp.size(), stamp.modifiedNanos(), coding);
    this.whole = stamp.size() == 0
        ? List.of()
        : List.of(new BodyPart.Octets(new ByteRange(0, stamp.size() - 1)));
    AsciiString etag = new AsciiString(tag);
    this.ok = new Fields(12)
        .add(HttpHeaderNames.CONTENT_TYPE, new AsciiString(type))
        .add(HttpHeaderNames.CONTENT_LENGTH, new AsciiString(Long.toString(stamp.size())))
        .add(HttpHeaderNames.ETAG, etag)
        .add(HttpHeaderNames.LAST_MODIFIED, lastModified)
        .add(HttpHeaderNames.ACCEPT_RANGES, BYTES);
    this.notModified = new Fields().add(HttpHeaderNames.ETAG, etag);
    if (coding != ContentCoding.IDENTITY) {
      ok.add(HttpHeaderNames.CONTENT_ENCODING, new AsciiString(coding.token()));
    }
    if (varies) {
      // RFC 9110 12.5.5: on every coding, identity too, and on 304 (15.4.5).
      ok.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      notModified.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    }
  }

  FileStamp stamp() {
    return stamp;
  }

  String tag() {
    return tag;
  }

  /** Media type with its charset. */
  String type() {
    return type;
  }

  long length() {
    return stamp.size();
  }

  /** The fields of a 200, to be changed at will. */
  Fields okFields() {
    return ok.copy();
  }

  /** RFC 9110 15.4.5: what a 304 must repeat; Cache-Control and Date come later. */
  Fields notModifiedFields() {
    return notModified.copy();
  }

  List<BodyPart> whole() {
    return whole;
  }

  boolean isInMemory() {
    return octets != null;
  }

  /** These octets; may be released or not. Only when in memory. */
  ByteBuf octets(ByteRange range) {
    ByteBuf all = octets;
    if (all == null) {
      throw new IllegalStateException("octets: on disk (expected: in memory)");
    }
    return Unpooled.unreleasableBuffer(all.slice((int) range.first(), (int) range.length()));
  }

  /** Bytes of memory. */
  int weight() {
    return octets == null ? 0 : octets.capacity();
  }
}
