package io.lychgate.gateway.http;

/**
 * A range of bytes of a representation.
 *
 * @param first position, from 0
 * @param last position, inclusive as in the Range field
 */
public record ByteRange(long first, long last) {

  public long length() {
    return last - first + 1;
  }

  boolean overlaps(ByteRange other) {
    return first <= other.last && other.first <= last;
  }
}
