package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CasperCookieTest {
  private static final CasperParameters NATIVE = CasperParameters.defaults();
  private static final CasperParameters H2O = CasperParameters.h2o();
  private final CasperCookie cookie = new CasperCookie(NATIVE);
  private final CasperCookie h2oCookie = new CasperCookie(H2O);

  @Test
  void carriesKeysGenerationsAndEpochToTheClientAndBack() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      CacheFingerprint sent = new CacheFingerprint(NATIVE, round);
      for (int i = random.nextInt(120); i >= 0; i--) {
        sent.add(random.nextInt());
        if (random.nextInt(40) == 0) {
          sent.startGeneration();
          sent.add(random.nextInt());
        }
      }
      CacheFingerprint received = new CacheFingerprint(NATIVE, round);

      assertThat(cookie.read(valueOf(cookie.write(sent)), received)).isTrue();

      assertThat(received.checksum()).isEqualTo(sent.checksum());
      assertThat(received.epoch()).isEqualTo(sent.epoch());
      assertThat(cookie.isDue(received)).isFalse();
    }
  }

  @Test
  void writesTheAttributesOfItsMode() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 7);
    fingerprint.add(ResourceKey.versioned("/a.css", "1"));
    CacheFingerprint h2o = new CacheFingerprint(H2O, 0);
    h2o.add(ResourceKey.h2o("/a.css"));

    assertThat(cookie.write(fingerprint))
        .matches(
            "lychgate_casper=[A-Za-z0-9_-]+; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax");
    assertThat(h2oCookie.write(h2o))
        .isEqualTo("h2o_casper=AAAAVA; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; Secure");
  }

  @Test
  void anEmptySetIsNeverWritten() {
    assertThat(cookie.write(new CacheFingerprint(NATIVE, 0))).isNull();
    assertThat(h2oCookie.write(new CacheFingerprint(H2O, 0))).isNull();
  }

  @Test
  void emptiedSetExpiresTheCookieOnce() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);
    fingerprint.add(1);
    cookie.write(fingerprint);

    fingerprint.refute(1);

    assertThat(cookie.isDue(fingerprint)).isTrue();
    assertThat(cookie.write(fingerprint))
        .isEqualTo("lychgate_casper=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax");
    assertThat(cookie.write(fingerprint)).isNull();
  }

  @Test
  void cookieWithoutRoomInTheSetChangesNothing() {
    CasperParameters small = new CasperParameters(
        CasperMode.NATIVE,
        NATIVE.capacityBits(),
        NATIVE.tracked(),
        CasperLimits.MIN_COOKIE_BYTES,
        NATIVE.maxAgeSeconds(),
        NATIVE.h2oCapacityBits());
    CacheFingerprint sent = new CacheFingerprint(NATIVE, 1);
    Random random = new Random(1);
    while (sent.size() < small.maxKeys()) {
      sent.add(random.nextInt());
    }
    sent.startGeneration();
    sent.add(1);
    CacheFingerprint received = new CacheFingerprint(small, 0);
    received.add(2);
    long before = received.checksum();

    // The newest generation alone has room.
    assertThat(new CasperCookie(small).read(valueOf(cookie.write(sent)), received))
        .isFalse();
    assertThat(received.checksum()).isEqualTo(before);
    assertThat(received.epoch()).isZero();
  }

  @Test
  void whitespaceAroundACookieIsIgnored() {
    CacheFingerprint sent = new CacheFingerprint(NATIVE, 0);
    sent.add(1);
    String value = valueOf(cookie.write(sent));
    CacheFingerprint received = new CacheFingerprint(NATIVE, 0);

    assertThat(cookie.read("a=1;  " + value + " \t; b=2", received)).isTrue();
    assertThat(received.contains(1)).isTrue();
  }

  @Test
  void nativeCookieIsWrittenOnChangeOnlyAndH2oCookieAlways() {
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);
    CacheFingerprint h2o = new CacheFingerprint(H2O, 0);
    fingerprint.add(1);
    h2o.add(1);
    cookie.write(fingerprint);
    String first = h2oCookie.write(h2o);

    assertThat(cookie.write(fingerprint)).isNull();
    assertThat(h2oCookie.write(h2o)).isEqualTo(first);
  }

  @Test
  void staleClientCookieIsMergedAndWrittenBack() {
    CacheFingerprint early = new CacheFingerprint(NATIVE, 0);
    early.add(1);
    String old = valueOf(cookie.write(early));
    CacheFingerprint connection = new CacheFingerprint(NATIVE, 0);
    connection.add(2);
    cookie.write(connection);

    cookie.read(old, connection);

    assertThat(connection.contains(1) && connection.contains(2)).isTrue();
    assertThat(cookie.isDue(connection)).isTrue();
  }

  @Test
  void keysOfAnOlderEpochAreOneGenerationOlder() {
    CacheFingerprint before = new CacheFingerprint(NATIVE, 3);
    before.add(1);
    CacheFingerprint now = new CacheFingerprint(NATIVE, 4);

    cookie.read(valueOf(cookie.write(before)), now);

    assertThat(now.contains(1)).isTrue();
    assertThat(now.oldestAge()).isEqualTo(1);
    assertThat(cookie.isDue(now)).isTrue();
  }

  @Test
  void staysWithinTheSizeLimitAndEvictsTheOldestFirst() {
    for (int limit : new int[] {64, 128, 1024, 4096}) {
      CasperParameters parameters =
          new CasperParameters(CasperMode.NATIVE, 15, TrackedTypes.ALL, limit, 60);
      CacheFingerprint fingerprint = new CacheFingerprint(parameters, 0);
      Random random = new Random(limit);
      int last = 0;
      for (int i = 0; i < 4000; i++) {
        last = random.nextInt();
        fingerprint.add(last);
      }

      String text = valueOf(new CasperCookie(parameters).write(fingerprint));

      assertThat(text.length()).isLessThanOrEqualTo(limit).isGreaterThan(limit / 2);
      assertThat(fingerprint.contains(last)).isTrue();
    }
  }

  @Test
  void nativeCookieIsFoundAnywhereInAJoinedField() {
    CasperCookie cookie = new CasperCookie(NATIVE);
    CacheFingerprint sent = new CacheFingerprint(NATIVE, 0);
    sent.add(1620);
    String text = valueOf(cookie.write(sent));
    for (String field :
        new String[] {"%s", "a=b; %s", "%s; a=b", "a;%s;", "xlychgate_casper=_; %s"}) {
      CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);

      assertThat(cookie.read(field.formatted(text), fingerprint)).as(field).isTrue();
      assertThat(fingerprint.contains(1620)).as(field).isTrue();
    }
  }

  @Test
  void h2oCookieIsReadOnlyWhenAloneInItsField() {
    CacheFingerprint fingerprint = new CacheFingerprint(H2O, 0);

    for (String field : new String[] {
      "a=b; h2o_casper=AAAAVA",
      "h2o_casper=AAAAVA; a=b",
      "h2o_casper=AAAAVA;",
      " h2o_casper=AAAAVA",
      "h2o_casper=AAAAVA "
    }) {
      assertThat(h2oCookie.read(field, fingerprint)).as(field).isFalse();
    }
    assertThat(fingerprint.isEmpty()).isTrue();
    assertThat(h2oCookie.read("h2o_casper=AAAAVA", fingerprint)).isTrue();
    assertThat(H2oCompatibilityTest.keysOf(fingerprint)).containsExactly(1620);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";",
        "h2o_casper",
        "h2o_casper=",
        "H2O_CASPER=AAAAVA",
        "h2o_casper=\"AAAAVA\"",
        "h2o_casper=AAAAVA==",
        "h2o_casper=AAAAV",
        "h2o_casper =AAAAVA",
        "h2o_casper=AAA AVA",
        "h2o_casper=\u00e9aaa",
        "lychgate_casper=AAAAVA"
      })
  void fieldsWithoutAnH2oCookieAreIgnored(String field) {
    CacheFingerprint fingerprint = new CacheFingerprint(H2O, 0);

    assertThat(h2oCookie.read(field, fingerprint)).isFalse();
    assertThat(fingerprint.isEmpty()).isTrue();
  }

  @Test
  void malformedNativeCookieIsIgnoredAsAWhole() {
    CacheFingerprint sent = new CacheFingerprint(NATIVE, 1);
    for (int i = 0; i < 60; i++) {
      sent.add(i * 7919);
    }
    String good = valueOf(cookie.write(sent));
    Random random = new Random(9);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder bad = new StringBuilder(good);
      int at =
          "lychgate_casper=".length() + random.nextInt(good.length() - "lychgate_casper=".length());
      if (random.nextBoolean()) {
        bad.setLength(at);
      } else {
        bad.setCharAt(at, (char) random.nextInt(128));
      }
      CacheFingerprint received = new CacheFingerprint(NATIVE, 1);

      boolean found = cookie.read(bad, received);

      assertThat(found || received.isEmpty()).as(bad.toString()).isTrue();
      assertThat(received.size()).isLessThanOrEqualTo(NATIVE.maxKeys());
    }
  }

  @Test
  void cookieWithOtherCapacityBitsIsIgnoredAndReplaced() {
    CasperParameters wider =
        new CasperParameters(CasperMode.NATIVE, 16, TrackedTypes.ALL, 1024, 60);
    CacheFingerprint other = new CacheFingerprint(wider, 0);
    other.add(1);
    CacheFingerprint fingerprint = new CacheFingerprint(NATIVE, 0);

    assertThat(cookie.read(valueOf(new CasperCookie(wider).write(other)), fingerprint))
        .isFalse();
    fingerprint.add(2);
    assertThat(cookie.isDue(fingerprint)).isTrue();
  }

  @Test
  void hugeValuesCostLittle() {
    String zeros = "A".repeat(200_000);
    String ones = "_".repeat(200_000);

    assertThat(cookie.read("lychgate_casper=" + zeros, new CacheFingerprint(NATIVE, 0)))
        .isFalse();
    assertThat(h2oCookie.read("h2o_casper=" + ones, new CacheFingerprint(H2O, 0)))
        .isFalse();
    CacheFingerprint fingerprint = new CacheFingerprint(H2O, 0);
    h2oCookie.read("h2o_casper=" + zeros, fingerprint);
    assertThat(fingerprint.isEmpty()).isTrue();
  }

  private static String valueOf(@Nullable String setCookie) {
    String text = Objects.requireNonNull(setCookie);
    return text.substring(0, text.indexOf(';'));
  }
}
