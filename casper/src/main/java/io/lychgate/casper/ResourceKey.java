package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The short number that represents a resource in a fingerprint. Both variants give 32 bits (or 64, for identities). The fingerprint
 * keeps the low capacity bits, so a key is computed once and stays valid when that setting changes.
 *
 * <p>The variants are not comparable: H2O's is a hash of the path alone, the native one also covers the content version.
 */
public final class ResourceKey {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private ResourceKey() {}

  /**
   * Returns H2O's key: the first four bytes of SHA-1 over the bytes of {@code :path}, read as a little-endian number. The path is
   * hashed exactly as requested, with query, escapes and case.
   */
  public static int h2o(CharSequence path) {
    return h2o(path.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the same for a path as it was on the wire: each character represents one byte. */
  public static int h2oOfBytes(CharSequence path) {
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
   * Returns the native key: a hash of path and content version, so that a deploy that changes the content invalidates the old key.
   * An unknown version is empty.
   */
  public static int versioned(CharSequence path, CharSequence version) {
    return (int) (identity(path, version) >>> 32);
  }

  /** Returns 64 bits of the same hash as {@link #versioned}, for the diary, which must not confuse two resources. */
  public static long identity(CharSequence path, CharSequence version) {
    long hash = fnv(FNV_OFFSET, path);
    if (version.length() > 0) {
      // No path contains U+0000, so "/a" of version "b" and "/ab" stay distinct.
      hash = fnv(hash * FNV_PRIME, version);
    }
    return mix(hash);
  }

  /** Returns the low bits of {@code key} that a fingerprint with these capacity bits keeps. */
  static int masked(int key, int capacityBits) {
    return key & ((1 << capacityBits) - 1);
  }

  /** FNV-1a: one multiplication per byte. It need not be cryptographic, because a client can mislead only itself. */
  private static long fnv(long start, CharSequence text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Applies MurmurHash3's finalizer, because FNV alone leaves the high bits of short texts too regular. */
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
