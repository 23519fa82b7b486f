package io.lychgate.gateway.message;

/**
 * SipHash-2-4 [1]: a hash with a key, so that no client can choose values that collide.
 *
 * <p>[1] Aumasson, Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012.
 */
public final class SipHash {
  private static final int CHARS_OF_A_BLOCK = Long.BYTES / Character.BYTES;

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  private SipHash(long low, long high) {
    v0 = low ^ 0x736f6d6570736575L;
    v1 = high ^ 0x646f72616e646f6dL;
    v2 = low ^ 0x6c7967656e657261L;
    v3 = high ^ 0x7465646279746573L;
  }

  /**
   * Returns the hash of these bytes.
   *
   * @param low first half of the key
   * @param high second half of the key
   */
  public static long hash(long low, long high, byte[] message) {
    return hash(low, high, message, message.length);
  }

  /** Returns the hash of the first bytes of an array. */
  public static long hash(long low, long high, byte[] message, int length) {
    SipHash state = new SipHash(low, high);
    int at = 0;
    long block = 0;
    for (; at < length; at++) {
      block |= (message[at] & 0xffL) << (Byte.SIZE * (at & 7));
      if ((at & 7) == 7) {
        state.block(block);
        block = 0;
      }
    }
    return state.end(block, length);
  }

  /** Returns the hash of a text, as of its characters in UTF-16 with the lower byte first. */
  public static long hash(long low, long high, CharSequence text) {
    SipHash state = new SipHash(low, high);
    int length = text.length();
    long block = 0;
    for (int at = 0; at < length; at++) {
      int place = at & (CHARS_OF_A_BLOCK - 1);
      block |= (long) text.charAt(at) << (Character.SIZE * place);
      if (place == CHARS_OF_A_BLOCK - 1) {
        state.block(block);
        block = 0;
      }
    }
    return state.end(block, Character.BYTES * length);
  }

  private long end(long rest, int bytes) {
    block(rest | ((long) bytes << 56));
    v2 ^= 0xff;
    for (int i = 0; i < 4; i++) {
      round();
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void block(long message) {
    v3 ^= message;
    round();
    round();
    v0 ^= message;
  }

  private void round() {
    v0 += v1;
    v2 += v3;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 = Long.rotateLeft(v2, 32);
  }
}
