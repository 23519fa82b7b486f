package io.lychgate.casper;

/** The native cookie. Its header states its coding, so a change of settings or of this format is detected, not misread. */
final class NativeCookieFormat implements CookieFormat {
  /*
   * Base64 (URL alphabet, no padding) of these bits, most significant first:
   *
   *   8  version, 1
   *   5  capacity bits
   *   3  number of generations
   *  16  manifest epoch of the newest generation
   *  then for each generation, the newest first:
   *   5  remainder bits
   *   4  width of the count
   *   w  count of keys
   *      the keys, as GolombCodedSet writes them
   *
   * and zeros to the end of the byte.
   *
   * Each generation is a set of its own. That costs no more than one set with an age for each key: the sum of
   * log2 C(2^b, n_i) is log2 C(2^b, n) plus log2 of the ways to divide n keys into generations, except for n bits in 2^b. A set in
   * one generation has no ages to pay for, so a generation closes late (CasperParameters.keysPerGeneration).
   */
  private static final int VERSION = 1;

  static final String NAME = "lychgate_casper";

  /** Bytes of the name, the equals sign, and the header of a value with one generation. */
  static final int OVERHEAD_BYTES = NAME.length() + 1 + 9;

  private final CasperParameters parameters;
  private final Scratch scratch;
  private final String attributes;

  NativeCookieFormat(CasperParameters parameters, Scratch scratch) {
    this.parameters = parameters;
    this.scratch = scratch;
    this.attributes =
        "; Path=/; Max-Age=" + parameters.maxAgeSeconds() + "; HttpOnly; Secure; SameSite=Lax";
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String attributes() {
    return attributes;
  }

  /** Reads the whole value or nothing: a value that is malformed or has other capacity bits is ignored. */
  @Override
  public boolean read(CharSequence text, int from, int to, CacheFingerprint into) {
    if (to - from > CasperLimits.COOKIE_BYTES) {
      return false;
    }
    int length = Base64Url.decodedLength(to - from);
    byte[] bytes = scratch.bytes(length);
    if (!Base64Url.decode(text, from, to, bytes)) {
      return false;
    }
    BitReader bits = new BitReader(bytes, length);
    if (bits.readBits(8) != VERSION || bits.readBits(5) != parameters.capacityBits()) {
      return false;
    }
    int generations = bits.readBits(3);
    int epoch = bits.readBits(16);
    if (epoch < 0 || generations < 1 || generations > CasperParameters.GENERATIONS) {
      return false;
    }
    return readGenerations(bits, generations, epoch, into);
  }

  private boolean readGenerations(
      BitReader bits, int generations, int epoch, CacheFingerprint into) {
    int[] ends = new int[generations];
    int[] keys = scratch.keys(0);
    int total = 0;
    for (int age = 0; age < generations; age++) {
      int remainderBits = bits.readBits(5);
      int count = readCount(bits);
      // A codeword has at least one bit, so the length of the text limits what a false count can
      // make the gateway allocate.
      if (count < 0 || remainderBits > 30 || count > bits.remaining()) {
        return false;
      }
      keys = scratch.keys(total + count);
      if (!GolombCodedSet.decode(
          bits, remainderBits, parameters.capacityBits(), keys, total, count)) {
        return false;
      }
      total += count;
      ends[age] = total;
    }
    return bits.remaining() < 8 && unite(keys, ends, epoch, into);
  }

  private static int readCount(BitReader bits) {
    int width = bits.readBits(4);
    return width < 0 ? -1 : bits.readBits(width);
  }

  /** Merges all generations, or none if there is no room. Only a set that is nearly full needs a copy to fall back on. */
  private static boolean unite(int[] keys, int[] ends, int epoch, CacheFingerprint into) {
    if (into.hasRoom(ends[ends.length - 1])) {
      return merge(keys, ends, epoch, into);
    }
    CacheFingerprint copy = into.copy();
    boolean isMerged = merge(keys, ends, epoch, copy);
    if (isMerged) {
      into.become(copy);
    }
    return isMerged;
  }

  private static boolean merge(int[] keys, int[] ends, int epoch, CacheFingerprint into) {
    // A cookie of a newer epoch comes from a node that is ahead, so its epoch applies.
    into.enterEpoch(epoch);
    int older = (short) (into.epoch() - epoch) > 0 ? 1 : 0;
    long checksum = 0;
    int start = 0;
    for (int age = 0; age < ends.length; age++) {
      for (int i = start; i < ends[age]; i++) {
        checksum += CacheFingerprint.checksumOf(keys[i], age);
      }
      if (age + older < CasperParameters.GENERATIONS
          && !into.merge(keys, start, ends[age] - start, age + older)) {
        return false;
      }
      start = ends[age];
    }
    into.clientHolds(checksum);
    return true;
  }

  /** Evicts keys of the oldest generation, a quarter of it at a time, until the cookie is short enough. */
  @Override
  public void write(CacheFingerprint fingerprint, CookieText into) {
    int room = parameters.maxCookieBytes() - name().length() - 1;
    BitWriter bits = encode(fingerprint);
    while (Base64Url.encodedLength(bits.length()) > room) {
      fingerprint.evictQuarterOfOldest();
      bits = encode(fingerprint);
    }
    into.appendBase64(bits.bytes(), bits.length());
  }

  private BitWriter encode(CacheFingerprint fingerprint) {
    int generations = Math.max(1, fingerprint.oldestAge() + 1);
    BitWriter bits = scratch.bits();
    bits.writeBits(VERSION, 8);
    bits.writeBits(parameters.capacityBits(), 5);
    bits.writeBits(generations, 3);
    bits.writeBits(fingerprint.epoch(), 16);
    int[] keys = scratch.keys(fingerprint.size());
    for (int age = 0; age < generations; age++) {
      int count = fingerprint.generation(age, keys);
      int remainderBits = GolombCodedSet.bestRemainderBits(keys, count);
      int width = 32 - Integer.numberOfLeadingZeros(count);
      bits.writeBits(remainderBits, 5);
      bits.writeBits(width, 4);
      bits.writeBits(count, width);
      GolombCodedSet.encode(keys, count, remainderBits, bits);
    }
    return bits;
  }
}
