package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Digests built as in draft-ietf-httpbis-cache-digest-01, and arbitrary values of the Cache-Digest field. */
class CacheDigestTest {
  private static final int MOST = 1000;

  @Test
  void insertedUrlsAreFreshAndFewOthersAre() {
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      urls.add("https://shop.test/asset" + i + ".css");
    }
    CacheDigest digest = read(digestOf(8, 7, urls));

    assertThat(digest.isValid()).isTrue();
    assertThat(urls).allMatch(digest::isFresh);
    int confused = 0;
    for (int i = 0; i < 1000; i++) {
      confused += digest.isFresh("https://shop.test/other" + i + ".css") ? 1 : 0;
    }
    // The false positive rate is 1/P, and 200 of 256 places are taken.
    assertThat(confused).isLessThan(30);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 15, 16, 30, 31})
  void readsEveryWidthOfRemainder(int logP) {
    List<String> urls = List.of("https://shop.test/a.css", "https://shop.test/b.js");
    CacheDigest digest = read(digestOf(12, logP, urls));

    assertThat(urls).allMatch(digest::isFresh);
    assertThat(digest.isFresh("https://shop.test/c.js")).isFalse();
  }

  @Test
  void digestsAccumulateUntilOneResetsThem() {
    String a = digestOf(5, 7, List.of("https://shop.test/a.css"));
    String b = digestOf(5, 7, List.of("https://shop.test/b.css"));
    CacheDigest both = read(a + "; complete, " + b);
    CacheDigest last = read(a + ", " + b + "; reset");

    assertThat(both.isFresh("https://shop.test/a.css")).isTrue();
    assertThat(both.isFresh("https://shop.test/b.css")).isTrue();
    assertThat(last.isFresh("https://shop.test/a.css")).isFalse();
    assertThat(last.isFresh("https://shop.test/b.css")).isTrue();
  }

  @Test
  void validatorsMakeADigestThatNeverHits() {
    String url = "https://shop.test/a.css";
    CacheDigest digest = read(digestOf(5, 7, List.of(url)) + "; validators");

    assertThat(digest.isValid()).isTrue();
    assertThat(digest.isFresh(url)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ";", ",", "A", "AA==", "*", "\u00e9", "=;=", ";;,;reset", "A;validators"})
  void malformedDigestIsIgnored(String field) {
    CacheDigest digest = read(field);

    assertThat(digest.isValid()).isFalse();
    assertThat(digest.isFresh("https://shop.test/")).isFalse();
  }

  @Test
  void unknownParametersValuesOutOfRangeAndTooManyValuesAreIgnored() {
    String one = digestOf(5, 7, List.of("https://shop.test/a.css"));
    String outOfRange = base64("00001" + "00001" + "000000001" + "1");
    String many = base64("01111" + "00000" + "1".repeat(MOST + 1));

    assertThat(read(one + "; stale").isValid()).isFalse();
    assertThat(read(outOfRange).isValid()).isFalse();
    assertThat(read(many).isValid()).isFalse();
    assertThat(read(base64("01111" + "00000" + "1".repeat(MOST - 8))).isValid()).isTrue();
  }

  @Test
  void randomBytesCauseNoException() {
    Random random = new Random(4711);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      String text = i % 2 == 0
          ? new String(bytes, StandardCharsets.ISO_8859_1)
          : Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);

      assertThat(read(text).isFresh("https://shop.test/" + i)).isIn(true, false);
    }
  }

  private static CacheDigest read(String field) {
    CacheDigest digest = new CacheDigest(MOST);
    digest.read(field);
    return digest;
  }

  private static String digestOf(int logN, int logP, List<String> urls) {
    StringBuilder bits = new StringBuilder(binary(logN, 5)).append(binary(logP, 5));
    long next = 0;
    for (long value : urls.stream()
        .mapToLong(url -> hash(url) >>> (64 - logN - logP))
        .sorted()
        .distinct()
        .toArray()) {
      long gap = value - next;
      bits.append("0".repeat((int) (gap >>> logP))).append('1').append(binary(gap, logP));
      next = value + 1;
    }
    return base64(bits.toString());
  }

  private static String binary(long number, int width) {
    StringBuilder bits = new StringBuilder();
    for (int bit = width - 1; bit >= 0; bit--) {
      bits.append((number >>> bit) & 1);
    }
    return bits.toString();
  }

  /** Pads the bits with zeros to whole bytes. */
  private static String base64(String bits) {
    BitWriter out = new BitWriter(bits.length());
    bits.chars().forEach(bit -> out.writeBits(bit - '0', 1));
    CookieText text = new CookieText();
    text.appendBase64(out.bytes(), out.length());
    return text.toString();
  }

  private static long hash(String url) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
      return java.nio.ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
