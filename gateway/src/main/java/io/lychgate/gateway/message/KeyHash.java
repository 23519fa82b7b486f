package io.lychgate.gateway.message;

/** Hashes of texts and numbers that are the same on each gateway and after each restart. They are no protection against collisions. */
public final class KeyHash {
  /** An odd number without a pattern of bits: 2^64 divided by the golden ratio. */
  public static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private KeyHash() {}

  public static long of(CharSequence text) {
    long hash = GOLDEN;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * GOLDEN;
    }
    return mix(hash);
  }

  /** Spreads each bit over all bits: the finalizer of SplitMix64 (Steele, Lea, Flood: OOPSLA 2014). */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  /** Maps 32 bits, which may be negative as an int, evenly to 0 to size - 1 (Lemire: Fast random integer generation, 2019). */
  public static int scale(int bits, int size) {
    return (int) ((Integer.toUnsignedLong(bits) * size) >>> 32);
  }
}
