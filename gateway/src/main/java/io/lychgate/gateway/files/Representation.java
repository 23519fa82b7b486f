package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ByteRange;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.http.EntityTag;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One coding of a file: its validators, its fields and, if it is small enough, its bytes. Immutable; shared by all event loops.
 *
 * <p>The bytes are in direct memory that the garbage collector frees, without reference counting. Passing them to a response needs
 * no atomic operation, and TLS reads them in place.
 */
final class Representation {
  private static final AsciiString BYTES = AsciiString.cached("bytes");

  private final FileStamp stamp;
  private final String tag;
  private final String type;
  private final Fields ok;
  private final Fields notModified;
  private final List<BodyPart> whole;
  private final @Nullable ByteBuf bytes;

  /**
   * @param varies true if the file has more than one coding
   * @param bytes null if they are read from the file each time
   */
  Representation(
      FileStamp stamp,
      ContentCoding coding,
      String type,
      AsciiString lastModified,
      boolean varies,
      @Nullable ByteBuf bytes) {
    this.stamp = stamp;
    this.type = type;
    this.bytes = bytes;
    this.tag = EntityTag.of(stamp.size(), stamp.modifiedNanos(), coding);
    this.whole = stamp.size() == 0
        ? List.of()
        : List.of(new BodyPart.Bytes(new ByteRange(0, stamp.size() - 1)));
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
      // RFC 9110 12.5.5: every coding has the field, including identity, and so has a 304 (15.4.5).
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

  /** Returns the media type with its charset. */
  String type() {
    return type;
  }

  long length() {
    return stamp.size();
  }

  /** Returns a copy of the fields of a 200, which the caller may change. */
  Fields okFields() {
    return ok.copy();
  }

  /** Returns the fields that a 304 must repeat (RFC 9110 15.4.5). Cache-Control and Date come later. */
  Fields notModifiedFields() {
    return notModified.copy();
  }

  List<BodyPart> whole() {
    return whole;
  }

  boolean isInMemory() {
    return bytes != null;
  }

  /** Returns these bytes, which need not be released. Only if they are in memory. */
  ByteBuf bytes(ByteRange range) {
    ByteBuf all = bytes;
    if (all == null) {
      throw new IllegalStateException("bytes: on disk (expected: in memory)");
    }
    return Unpooled.unreleasableBuffer(all.slice((int) range.first(), (int) range.length()));
  }

  /** Returns the bytes of memory that it takes. */
  int weight() {
    return bytes == null ? 0 : bytes.capacity();
  }
}
