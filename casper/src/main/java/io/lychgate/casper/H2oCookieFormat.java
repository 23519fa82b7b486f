package io.lychgate.casper;

/** H2O's cookie: base64 of a bare Golomb-coded set with 6 remainder bits, without a header. */
final class H2oCookieFormat implements CookieFormat {
  static final String NAME = "h2o_casper";

  private final Scratch scratch;

  H2oCookieFormat(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String attributes() {
    return "; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; Secure";
  }

  /**
   * Reads as leniently as H2O. Text after the last whole codeword is ignored, and keys beyond the capacity are kept: they match
   * nothing and are written back. Text that is not base64, and more than max(128, 2^bits) keys, are rejected.
   */
  @Override
  public boolean read(CharSequence text, int from, int to, CacheFingerprint into) {
    int length = Base64Url.decodedLength(to - from);
    byte[] bytes = scratch.bytes(length);
    if (!Base64Url.decode(text, from, to, bytes)) {
      return false;
    }
    // No codeword is shorter than seven bits.
    int most = length * 8 / (GolombCodedSet.H2O_REMAINDER_BITS + 1);
    int[] keys = new int[Math.min(most, into.parameters().maxKeys())];
    BitReader bits = new BitReader(bytes, length);
    int count = GolombCodedSet.decodeAll(bits, GolombCodedSet.H2O_REMAINDER_BITS, keys);
    return count >= 0 && into.merge(keys, 0, count, 0);
  }

  @Override
  public void write(CacheFingerprint fingerprint, CookieText into) {
    int[] keys = scratch.keys(fingerprint.size());
    int count = fingerprint.generation(0, keys);
    BitWriter bits = scratch.bits();
    GolombCodedSet.encode(keys, count, GolombCodedSet.H2O_REMAINDER_BITS, bits);
    into.appendBase64(bits.bytes(), bits.length());
  }
}
