package io.lychgate.gateway.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Wire format of HTTP/3, valid or invalid: integers, frames, field sections. */
public final class Http3Bytes {
  public static final long DATA = 0x0;
  public static final long HEADERS = 0x1;
  public static final long SETTINGS = 0x4;

  private Http3Bytes() {}

  /** Encodes an integer (RFC 9000 section 16) in as few bytes as possible. */
  public static byte[] integer(long value) {
    int log = value < 1L << 6 ? 0 : value < 1L << 14 ? 1 : value < 1L << 30 ? 2 : 3;
    byte[] data = new byte[1 << log];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (value >>> (8 * (data.length - 1 - i)));
    }
    data[0] |= (byte) (log << 6);
    return data;
  }

  public static byte[] integers(long... values) {
    byte[][] data = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      data[i] = integer(values[i]);
    }
    return join(data);
  }

  public static byte[] frame(long type, byte[]... payload) {
    byte[] content = join(payload);
    return join(integer(type), integer(content.length), content);
  }

  public static byte[] settings(long... keysAndValues) {
    return frame(SETTINGS, integers(keysAndValues));
  }

  public static byte[] data(String text) {
    return frame(DATA, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns a HEADERS frame with these names and values as literals (RFC 9204 section 4.5.6). */
  public static byte[] headers(String... namesAndValues) {
    byte[][] lines = new byte[namesAndValues.length + 1][];
    lines[0] = new byte[2];
    for (int i = 0; i < namesAndValues.length; i++) {
      boolean isName = i % 2 == 0;
      byte[] text = namesAndValues[i].getBytes(StandardCharsets.ISO_8859_1);
      lines[i + 1] = join(prefixed(isName ? 0x20 : 0, isName ? 3 : 7, text.length), text);
    }
    return frame(HEADERS, lines);
  }

  /** Returns a GET that a browser could send, with additional fields. */
  public static byte[] get(String... more) {
    return request("GET", more);
  }

  public static byte[] request(String method, String... more) {
    return requestFor("/", method, more);
  }

  /** Returns a request for this path, with additional fields. */
  public static byte[] requestFor(String path, String method, String... more) {
    String[] fields = new String[8 + more.length];
    String[] pseudo = {
      ":method", method, ":scheme", "https", ":authority", "localhost", ":path", path
    };
    System.arraycopy(pseudo, 0, fields, 0, pseudo.length);
    System.arraycopy(more, 0, fields, pseudo.length, more.length);
    return headers(fields);
  }

  /** Encodes an integer with a prefix (RFC 7541 section 5.1). */
  public static byte[] prefixed(int pattern, int prefixBits, long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int max = (1 << prefixBits) - 1;
    if (value < max) {
      out.write((int) (pattern | value));
      return out.toByteArray();
    }
    out.write(pattern | max);
    long rest = value - max;
    while (rest >= 128) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  public static byte[] bytes(int... data) {
    byte[] bytes = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      bytes[i] = (byte) data[i];
    }
    return bytes;
  }

  public static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
