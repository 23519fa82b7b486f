package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client's statement about its cache in {@code cache-digest} request fields, as H2O reads them: the header of the first drafts
 * of draft-ietf-httpbis-cache-digest, which expired. Legacy: no browser ever sent it.
 *
 * <p>Digests over URLs are used. Digests over URLs with validators are parsed but never match, because the ETag of a resource is
 * unknown before its response. A digest that is malformed, too long or has a parameter unknown to H2O is ignored.
 */
public final class CacheDigest {
  /*
   * A digest is base64url of: 5 bits log2(N), 5 bits log2(P), then the gaps between ascending values, Golomb-Rice coded with
   * log2(P) remainder bits. A value is the top log2(N)+log2(P) bits of SHA-256(URL).
   */

  /** Width of both logarithms in bits. */
  private static final int LOG_BITS = 5;

  private final List<Digest> digests = new ArrayList<>();
  private final int maxValues;
  private int values;
  private boolean isValid;

  /** @param values in ascending order */
  @SuppressWarnings("ArrayRecordComponent") // Searched, never compared.
  private record Digest(int bits, long[] values) {
    boolean contains(long hash) {
      // A digest of zero bits cannot distinguish URLs.
      return bits > 0 && Arrays.binarySearch(values, hash >>> (Long.SIZE - bits)) >= 0;
    }
  }

  /** @param maxValues limit on the values of all digests of a request together */
  public CacheDigest(int maxValues) {
    this.maxValues = maxValues;
  }

  /** Reads one field. Several fields, and several digests in one field, are combined. */
  public void read(CharSequence field) {
    FieldTokens tokens = new FieldTokens(field, Integer.MAX_VALUE);
    while (tokens.next()) {
      String text = tokens.token();
      boolean validators = false;
      boolean unknown = false;
      while (tokens.nextParameter() && !tokens.isComma()) {
        if (tokens.is("reset")) {
          digests.clear();
          values = 0;
          isValid = false;
        } else if (tokens.is("validators")) {
          validators = true;
        } else if (!tokens.is("complete")) {
          unknown = true;
        }
      }
      if (!unknown) {
        load(text, validators);
      }
    }
  }

  /** Returns true if at least one digest, possibly empty, was readable. */
  public boolean isValid() {
    return isValid;
  }

  /** Returns true if the client states that it holds this URL fresh. The URL includes scheme and authority. */
  public boolean isFresh(String url) {
    if (digests.isEmpty()) {
      return false;
    }
    long hash = hash(url);
    for (Digest digest : digests) {
      if (digest.contains(hash)) {
        return true;
      }
    }
    return false;
  }

  private void load(String text, boolean validators) {
    byte[] bytes = new byte[Base64Url.decodedLength(text.length())];
    if (!Base64Url.decode(text, 0, text.length(), bytes)) {
      return;
    }
    BitReader bits = new BitReader(bytes, bytes.length);
    int logN = bits.readBits(LOG_BITS);
    int logP = bits.readBits(LOG_BITS);
    if (logN < 0 || logP < 0) {
      return;
    }
    long[] read = values(bits, logN + logP, logP);
    if (read != null) {
      isValid = true;
      if (!validators) {
        values += read.length;
        digests.add(new Digest(logN + logP, read));
      }
    }
  }

  /** Returns the values, or null if one is out of range or there are too many. */
  private long @Nullable [] values(BitReader bits, int width, int remainderBits) {
    int most = Math.min(bits.remaining() / (remainderBits + 1), maxValues - values);
    long[] read = new long[Math.max(0, most)];
    int count = 0;
    long next = 0;
    while (true) {
      long zeros = bits.readUnary();
      long low = zeros < 0 ? -1 : remainder(bits, remainderBits);
      if (low < 0) {
        return Arrays.copyOf(read, count);
      }
      long value = next + (zeros << remainderBits) + low;
      if (count == read.length || value >>> width != 0) {
        return null;
      }
      read[count++] = value;
      next = value + 1;
    }
  }

  /** Reads up to 31 bits, one more than the reader returns at once. */
  private static long remainder(BitReader bits, int count) {
    if (count <= 30) {
      return bits.readBits(count);
    }
    if (bits.remaining() < count) {
      return -1;
    }
    long high = bits.readBits(count - 16);
    return high << 16 | bits.readBits(16);
  }

  private static long hash(String url) {
    byte[] digest = sha256().digest(url.getBytes(StandardCharsets.ISO_8859_1));
    long hash = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = hash << 8 | (digest[i] & 0xff);
    }
    return hash;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: absent (expected: part of every JDK)", e);
    }
  }
}
