package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The short number that stands for a resource in a fingerprint. Both variants give 32 bits (or 64, for identities); the
 * fingerprint keeps the low capacity bits, so a key is computed once and outlives a change of that setting.
 *
 * <p>The variants are not comparable: H2O's is a hash of the path alone, ours covers the content version too.
 */
public final class ResourceKey {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private ResourceKey() {}

  /**
   * H2O's key: the first four octets of SHA-1 over the octets of {@code :path} exactly as requested (query, escapes and
   * case kept), read as a little-endian number.
   */
  public static int h2o(CharSequence path) {
    return h2o(path.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The same for a path as it came over the wire: each character stands for one octet. */
  public static int h2oOfOctets(CharSequence path) {
    return h2o(path.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private static int h2o(byte[] path) {
    byte[] digest = sha1().digest(path);
    return (digest[0] & 0xff)
        | ((digest[1] & 0xff) << 8)
        | ((digest[2] & 0xff) << 16)
        | (digest[3] << 24);
  }

  /**
   * Our key: path and content version, so that a deploy that changes the content makes the old key meaningless. An
   * unknown version is empty.
   */
  public static int versioned(CharSequence path, CharSequence version) {
    return (int) (identity(path, version) >>> 32);
  }

  /** 64 bits of the same hash as {@link #versioned}, for the diary, which must not confuse two resources. */
  public static long identity(CharSequence path, CharSequence version) {
    long hash = fnv(FNV_OFFSET, path);
    if (version.length() > 0) {
      // U+0000 cannot be in a path, so "/a" of version "b" and "/ab" stay apart.
      hash = fnv(hash * FNV_PRIME, version);
    }
    return mix(hash);
  }

  /** The part of {@code key} that a fingerprint of so many capacity bits keeps. */
  static int masked(int key, int capacityBits) {
    return key & ((1 << capacityBits) - 1);
  }

  /** FNV-1a: one multiplication per octet. Not cryptographic, and need not be: a visitor can only mislead himself. */
  private static long fnv(long start, CharSequence text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** MurmurHash3's finalizer: FNV alone leaves the high bits of short texts too regular. */
  private static long mix(long hash) {
    long h = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1: absent (expected: part of every JDK)", e);
    }
  }
}
