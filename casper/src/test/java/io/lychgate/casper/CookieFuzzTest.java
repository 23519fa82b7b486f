package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/** Any Cookie field causes no exception and a bounded number of keys. The cookie written back has all keys that were read. */
class CookieFuzzTest {
  private static final int EPOCH = 100;
  private static final int SOME_KEY = 4711;
  private static final CasperParameters NATIVE = CasperParameters.defaults();
  private static final CasperParameters H2O = CasperParameters.h2o();

  @FuzzTest
  void readsAnyNativeCookieField(byte[] field) {
    assertSurvivesARoundTrip(NATIVE, new String(field, StandardCharsets.ISO_8859_1));
  }

  /** Skips base64, so that the fuzzer changes single bits of the sets. */
  @FuzzTest
  void readsAnyNativeCookieBytes(byte[] bytes) {
    assertSurvivesARoundTrip(NATIVE, "lychgate_casper=" + base64(bytes));
    assertReadsTheSameTwice(NATIVE, "lychgate_casper=" + base64(bytes));
  }

  @FuzzTest
  void readsAnyH2oCookieField(byte[] field) {
    String text = new String(field, StandardCharsets.ISO_8859_1);
    assertSurvivesARoundTrip(H2O, text);
    assertReadsTheSameTwice(H2O, text);
    assertBoundedWhenInherited(text);
  }

  @FuzzTest
  void readsAnyH2oCookieBytes(byte[] bytes) {
    String text = "h2o_casper=" + base64(bytes);
    assertSurvivesARoundTrip(H2O, text);
    assertReadsTheSameTwice(H2O, text);
    assertBoundedWhenInherited(text);
  }

  @FuzzTest
  void readsAnyCacheDigestField(byte[] field) {
    CacheDigest digest = new CacheDigest(SOME_KEY);
    digest.read(new String(field, StandardCharsets.ISO_8859_1));
    digest.read(base64(field));
    assertThat(digest.isFresh("https://shop.test/") && !digest.isValid()).isFalse();
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static void assertSurvivesARoundTrip(CasperParameters parameters, String field) {
    CasperCookie cookie = new CasperCookie(parameters);
    CacheFingerprint read = new CacheFingerprint(parameters, EPOCH);
    boolean isUsable = cookie.read(field, read);
    assertThat(read.size()).isLessThanOrEqualTo(parameters.maxKeys());
    assertThat(isUsable || read.isEmpty()).isTrue();

    read.add(SOME_KEY);
    assertReadBackAsWritten(cookie, read);
  }

  /** Reads one cookie twice with the same result. With several cookies, ages depend on the order of their epochs. */
  private static void assertReadsTheSameTwice(CasperParameters parameters, String pair) {
    CasperCookie cookie = new CasperCookie(parameters);
    CacheFingerprint read = new CacheFingerprint(parameters, EPOCH);
    boolean isUsable = cookie.read(pair, read);
    long once = read.checksum();
    assertThat(cookie.read(pair, read)).isEqualTo(isUsable);
    assertThat(read.checksum()).isEqualTo(once);
  }

  private static void assertReadBackAsWritten(CasperCookie cookie, CacheFingerprint written) {
    if (!cookie.isDue(written)) {
      return;
    }
    int[] keys = new int[written.size()];
    int count = written.generation(0, keys);
    String setCookie = Objects.requireNonNull(cookie.write(written));
    String pair = setCookie.substring(0, setCookie.indexOf(';'));
    CasperParameters parameters = written.parameters();
    if (parameters.mode() == CasperMode.NATIVE) {
      assertThat(pair.length()).isLessThanOrEqualTo(parameters.maxCookieBytes());
    }
    CacheFingerprint reread = new CacheFingerprint(parameters, written.epoch());
    assertThat(cookie.read(pair, reread)).as(pair).isTrue();
    assertThat(reread.checksum()).as(pair).isEqualTo(written.checksum());
    assertThat(cookie.isDue(reread)).isEqualTo(parameters.mode() == CasperMode.H2O);
    // Only older generations are evicted to save space, unless the newest alone is too long.
    if (!written.isEmpty() && written.oldestAge() > 0) {
      for (int i = 0; i < count; i++) {
        assertThat(reread.contains(keys[i])).isTrue();
      }
    }
  }

  private static void assertBoundedWhenInherited(String field) {
    CacheFingerprint visitor = new CacheFingerprint(NATIVE, EPOCH);
    boolean isUsable = new CasperCookie(NATIVE).readInherited(field, visitor);
    CacheFingerprint inherited = visitor.inherited();
    assertThat(inherited.size()).isLessThanOrEqualTo(inherited.parameters().maxKeys());
    assertThat(visitor.isEmpty()).isTrue();
    assertThat(isUsable && !CasperCookie.carriesH2oCookie(field)).isFalse();
  }
}
