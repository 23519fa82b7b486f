package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.http.Variants;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** Edits the fields of a response whose coding the gateway changes. */
final class CodedHead {
  /** Digests of the bytes that the server has sent (RFC 9530, RFC 3230, RFC 1864). */
  private static final AsciiString[] DIGESTS = {
    AsciiString.cached("content-digest"),
    AsciiString.cached("repr-digest"),
    AsciiString.cached("digest"),
    HttpHeaderNames.CONTENT_MD5
  };

  /** Digest of the content before its coding (draft-ietf-httpbis-unencoded-digest): another coding does not change it. */
  private static final AsciiString UNENCODED_DIGEST = AsciiString.cached("unencoded-digest");

  private CodedHead() {}

  /** RFC 9110 section 12.5.5: each response that another Accept-Encoding would change has the field, also the plain one. */
  static void vary(Fields fields) {
    if (!Variants.nameCoding(fields)) {
      fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    }
  }

  /** Changes the fields that describe the bytes of the body. Identity stands for a body that is decoded. */
  static void code(Fields fields, ContentCoding coding) {
    if (coding == ContentCoding.IDENTITY) {
      fields.remove(HttpHeaderNames.CONTENT_ENCODING);
    } else {
      fields.set(HttpHeaderNames.CONTENT_ENCODING, coding.token());
    }
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.remove(HttpHeaderNames.ACCEPT_RANGES);
    dropDigests(fields);
    WeakTags.weaken(fields);
  }

  /** Removes digests from a head or from trailers. */
  static void dropDigests(Fields fields) {
    for (AsciiString digest : DIGESTS) {
      fields.remove(digest);
    }
  }

  /** Removes digests of a body whose content is another one, too. */
  static void dropAllDigests(Fields fields) {
    dropDigests(fields);
    fields.remove(UNENCODED_DIGEST);
  }
}
