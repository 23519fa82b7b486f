package io.lychgate.gateway.store;

import java.io.ByteArrayOutputStream;

/**
 * The form in which the store keeps a distribution: a version byte, then for each bucket that is not empty the number of empty
 * buckets before it and its count, both as unsigned LEB128. A distribution without values has no bytes.
 */
public final class SpreadCode {
  private static final int VERSION = 1;
  private static final byte[] EMPTY = new byte[0];
  private static final int MORE = 0x80;
  private static final int LAST_SHIFT = 63;

  private SpreadCode() {}

  /** Encodes the counts by bucket. A negative count is an error of the caller. */
  public static byte[] encode(long[] counts) {
    ByteArrayOutputStream out = null;
    int next = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      if (counts[bucket] < 0) {
        throw new IllegalArgumentException(
            "bucket " + bucket + ": " + counts[bucket] + " (expected: 0 or more)");
      }
      if (counts[bucket] > 0) {
        if (out == null) {
          out = new ByteArrayOutputStream();
          out.write(VERSION);
        }
        write(out, bucket - next);
        write(out, counts[bucket]);
        next = bucket + 1;
      }
    }
    return out == null ? EMPTY : out.toByteArray();
  }

  /**
   * Adds the encoded counts to these.
   *
   * @throws IllegalArgumentException if the bytes are of another version, damaged, or have more buckets
   */
  public static void addTo(long[] counts, byte[] code) {
    if (code.length == 0) {
      return;
    }
    if (code[0] != VERSION) {
      throw new IllegalArgumentException(
          "distribution: version " + code[0] + " (expected: " + VERSION + ")");
    }
    Reader in = new Reader(code);
    int next = 0;
    while (in.hasMore()) {
      long bucket = next + in.read();
      long count = in.read();
      if (bucket < 0 || bucket >= counts.length || count < 0) {
        throw damaged("bucket " + bucket + " of " + counts.length + ", count " + count);
      }
      counts[(int) bucket] += count;
      next = (int) bucket + 1;
    }
  }

  static byte[] merge(byte[] one, byte[] other, int buckets) {
    if (one.length == 0) {
      return other;
    }
    if (other.length == 0) {
      return one;
    }
    long[] sum = new long[buckets];
    addTo(sum, one);
    addTo(sum, other);
    return encode(sum);
  }

  private static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >= MORE) {
      out.write((int) (rest & (MORE - 1)) | MORE);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static IllegalArgumentException damaged(String finding) {
    return new IllegalArgumentException("distribution: damaged (" + finding + ")");
  }

  private static final class Reader {
    private final byte[] code;
    private int at = 1;

    Reader(byte[] code) {
      this.code = code;
    }

    boolean hasMore() {
      return at < code.length;
    }

    long read() {
      long value = 0;
      for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
        if (at == code.length) {
          throw damaged("cut off");
        }
        int part = code[at++];
        value |= (long) (part & (MORE - 1)) << shift;
        if ((part & MORE) == 0) {
          return value;
        }
      }
      throw damaged("a number of more than 64 bits");
    }
  }
}
