package io.lychgate.gateway.files;

/** A piece of a response's body: octets of the file, or text between them (the heads of multipart/byteranges). */
sealed interface BodyPart {

  long length();

  /** Octets of the representation. */
  record Octets(ByteRange range) implements BodyPart {
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
