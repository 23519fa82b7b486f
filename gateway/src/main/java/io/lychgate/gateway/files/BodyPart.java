package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ByteRange;

/** A part of a response's body: bytes of the file, or text between them (the heads of multipart/byteranges). */
sealed interface BodyPart {

  long length();

  /** Bytes of the representation. */
  record Bytes(ByteRange range) implements BodyPart {
    @Override
    public long length() {
      return range.length();
    }
  }

  /** ASCII text. */
  record Text(String text) implements BodyPart {
    @Override
    public long length() {
      return text.length();
    }
  }
}
