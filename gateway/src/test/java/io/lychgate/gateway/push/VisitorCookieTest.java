package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native cookies over several visits: versions, variants, the cookie of H2O and shared caches. */
final class VisitorCookieTest {
  private static final String MANIFEST = """
      rules:
        - match: { path: "/" }
          assets:
            - { url: /a.css, as: style }
            - { url: /b-3f9a2c1b.js, as: script }
      """;
  private static final AsciiString SET_COOKIE = FieldNames.canonical("set-cookie");

  private final ManifestIndex index = PushPlannerTest.index(MANIFEST, 1);
  private final PushPlanner planner = new PushPlanner(PushSettings.of(PushConfig.defaults()));

  @Test
  void changedContentInvalidatesFingerprints() {
    recordResponse("/a.css", "\"one\"", "");
    String cookie = visit(null);
    assertThat(plan(cookie)).containsExactly("already-cached", "already-cached");

    recordResponse("/a.css", "\"two\"", "");

    assertThat(plan(cookie)).containsExactly("hint", "already-cached");
  }

  @Test
  void hashInTheNameHasPrecedenceOverTheValidator() {
    recordResponse("/b-3f9a2c1b.js", "\"one\"", "");
    String cookie = visit(null);

    recordResponse("/b-3f9a2c1b.js", "\"two\"", "");

    assertThat(plan(cookie)).containsExactly("already-cached", "already-cached");
  }

  @Test
  void entryFromBeforeTheFirstResponseHoldsUntilTheContentChanges() {
    String cookie = visit(null);
    recordResponse("/a.css", "\"one\"", "");
    assertThat(plan(cookie)).containsExactly("already-cached", "already-cached");

    recordResponse("/a.css", "\"two\"", "");

    assertThat(plan(cookie)).containsExactly("hint", "already-cached");
  }

  @Test
  void codedResponseIsTheSameContent() {
    recordResponse("/a.css", "\"one\"", "Accept-Encoding");
    String cookie = visit(null);

    recordResponse("/a.css", "W/\"one-gzip\"", "accept-encoding, Origin");

    assertThat(plan(cookie)).containsExactly("already-cached", "already-cached");
  }

  @Test
  void assetWithVariantsIsIdentifiedByItsPath() {
    recordResponse("/a.css", "\"for phones\"", "DPR, Accept-Encoding");
    String cookie = visit(null);

    recordResponse("/a.css", "\"for desktops\"", "DPR, Accept-Encoding");

    assertThat(plan(cookie)).containsExactly("already-cached", "already-cached");
  }

  @Test
  void h2oCookieIsImportedOnceAndExpired() {
    // The fingerprint of /a.css, as H2O 2.2.5 writes it.
    ConnectionMemory memory = new ConnectionMemory();
    RequestHead request = get("x=1; h2o_casper=AAAAVA");
    PushPlan plan = planner.plan(index, request, ClientAbilities.HINTS_ONLY, memory, true);
    assertThat(PushPlannerTest.tokens(plan)).containsExactly("already-cached", "hint");
    planner.carriedOut(plan, memory);

    List<String> cookies = cookies(request, memory, 200, "");

    assertThat(cookies).hasSize(2);
    assertThat(cookies.get(1))
        .isEqualTo("h2o_casper=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure");
    String taken = cookies.get(0).substring(0, cookies.get(0).indexOf(';'));
    assertThat(plan(taken)).containsExactly("already-cached", "already-cached");
  }

  @Test
  void h2oCookieBesideANativeOneIsIgnored() {
    String ours = visit("h2o_casper=");
    String theirs = "h2o_casper=AAAAVA; ";
    recordResponse("/a.css", "\"one\"", "");
    recordResponse("/a.css", "\"two\"", "");

    assertThat(plan(theirs + ours)).containsExactly("hint", "already-cached");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | true",
        "cache-control: no-cache | true",
        "cache-control: private, max-age=60 | true",
        "cache-control: max-age=0 | true",
        "cache-control: no-store | true",
        "cache-control: private; last-modified: Mon, 02 Jan 2023 00:00:00 GMT | true",
        "etag: W/one | true",
        "expires: Thu, 01 Jan 1970 00:00:00 GMT | true",
        "cache-control: public, max-age=60 | false",
        "cache-control: s-maxage=60 | false",
        "cache-control: s-maxage=\"60\" | false",
        "cache-control: max-age=60 | false",
        "cache-control: max-age=0600 | false",
        "cache-control: max-age=0, max-age=600 | false",
        "cache-control: max-age=0, stale-while-revalidate=600 | false",
        "cache-control: public, max-age=60, x-private-ext | false",
        "cache-control: public, max-age=600, private=\"x-foo\" | false",
        "cache-control: s-maxage=600, no-cache=\"x-foo, x-bar\" | false",
        "cache-control: must-understand, no-store, max-age=600 | false",
        "expires: Tue, 01 Jan 2999 00:00:00 GMT | false",
        "last-modified: Mon, 02 Jan 2023 00:00:00 GMT | false",
        "cache-control: private; cdn-cache-control: max-age=600 | false",
        "cache-control: max-age=0; surrogate-control: max-age=600 | false",
        "cache-control: private; surrogate-control: no-store | true",
        "cache-control: private; x-accel-expires: 60 | false",
      })
  void sharedResponseCarriesNoCookie(String head, boolean carries) {
    assertThat(carriesCookie(200, head)).isEqualTo(carries);
  }

  @ParameterizedTest
  @CsvSource({"'', false", "cache-control: no-cache, false", "cache-control: private, true"})
  void notModifiedCarriesACookieOnlyForAPrivateCache(String head, boolean carries) {
    assertThat(carriesCookie(304, head)).isEqualTo(carries);
  }

  @ParameterizedTest
  @CsvSource({"404, true", "500, false", "502, false"})
  void failedPageCarriesNoCookie(int status, boolean carries) {
    assertThat(carriesCookie(status, "")).isEqualTo(carries);
  }

  @Test
  void lostAssetIsRemovedFromTheNextCookie() {
    ConnectionMemory memory = new ConnectionMemory();
    RequestHead first = get(null);
    planner.carriedOut(
        planner.plan(index, first, ClientAbilities.HINTS_ONLY, memory, true), memory);
    String reported = pair(cookies(first, memory, 200, ""));

    recordLost("/a.css", memory);
    RequestHead second = get(reported);
    PushPlan plan = planner.plan(index, second, ClientAbilities.HINTS_ONLY, memory, true);

    assertThat(PushPlannerTest.tokens(plan)).containsExactly("already-promised", "already-cached");
    assertThat(plan(pair(cookies(second, memory, 200, ""))))
        .containsExactly("hint", "already-cached");
    recordLost("/b-3f9a2c1b.js", memory);
    assertThat(cookies(second, memory, 200, ""))
        .containsExactly("lychgate_casper=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax");
    assertThat(cookies(second, memory, 200, "")).isEmpty();
  }

  @Test
  void assetWithAnErrorResponseIsNotCachedUntilItSucceeds() {
    ConnectionMemory memory = new ConnectionMemory();
    RequestHead request = get(null);
    planner.carriedOut(
        planner.plan(index, request, ClientAbilities.HINTS_ONLY, memory, true), memory);

    recordResponse("/a.css", 503, memory);
    String without = pair(cookies(request, memory, 200, ""));
    recordResponse("/a.css", 200, memory);
    String with = pair(cookies(request, memory, 200, ""));

    assertThat(plan(without)).containsExactly("hint", "already-cached");
    assertThat(plan(with)).containsExactly("already-cached", "already-cached");
  }

  private void recordLost(String path, ConnectionMemory memory) {
    RequestHead request = PushPlannerTest.request("GET", "shop.test", path, new Fields());
    planner.lost(index, index.assetAt("shop.test", path), request, memory);
  }

  private void recordResponse(String path, int status, ConnectionMemory memory) {
    Fields fields = new Fields().add(FieldNames.canonical("cache-control"), "max-age=60");
    planner.learn(
        index,
        index.assetAt("shop.test", path),
        PushPlannerTest.request("GET", "shop.test", path, new Fields()),
        new ResponseHead(status, fields),
        memory);
  }

  private static String pair(List<String> cookies) {
    return cookies.get(0).substring(0, cookies.get(0).indexOf(';'));
  }

  private boolean carriesCookie(int status, String head) {
    ConnectionMemory memory = new ConnectionMemory();
    RequestHead request = get(null);
    planner.carriedOut(
        planner.plan(index, request, ClientAbilities.HINTS_ONLY, memory, true), memory);
    return !cookies(request, memory, status, head).isEmpty();
  }

  private List<String> plan(String cookie) {
    return PushPlannerTest.tokens(
        planner.plan(index, get(cookie), ClientAbilities.HINTS_ONLY, new ConnectionMemory(), true));
  }

  /** Returns the cookie that a visitor receives. */
  private String visit(@Nullable String cookie) {
    ConnectionMemory memory = new ConnectionMemory();
    RequestHead request = get(cookie);
    planner.carriedOut(
        planner.plan(index, request, ClientAbilities.HINTS_ONLY, memory, true), memory);
    String setCookie = cookies(request, memory, 200, "").get(0);
    return setCookie.substring(0, setCookie.indexOf(';'));
  }

  /** @param head fields of the response, separated by semicolons */
  private List<String> cookies(
      RequestHead request, ConnectionMemory memory, int status, String head) {
    Fields fields = new Fields();
    for (String field : head.isEmpty() ? new String[0] : head.split("; ")) {
      String[] pair = field.split(": ", 2);
      fields.add(FieldNames.canonical(pair[0]), pair[1]);
    }
    planner.addCookies(request, new ResponseHead(status, fields), memory, true);
    List<String> cookies = new ArrayList<>();
    for (int i = fields.indexOf(SET_COOKIE, 0); i >= 0; i = fields.indexOf(SET_COOKIE, i + 1)) {
      cookies.add(fields.value(i).toString());
    }
    return cookies;
  }

  /** Records that the asset was requested and got this response. */
  private void recordResponse(String path, String entityTag, String vary) {
    Fields fields = new Fields()
        .add(FieldNames.canonical("cache-control"), "max-age=60")
        .add(FieldNames.canonical("etag"), entityTag);
    if (!vary.isEmpty()) {
      fields.add(FieldNames.canonical("vary"), vary);
    }
    ManifestEntry entry = Objects.requireNonNull(index.assetAt("shop.test", path));
    planner.learn(
        index,
        entry,
        PushPlannerTest.request("GET", "shop.test", path, new Fields()),
        new ResponseHead(200, fields),
        new ConnectionMemory());
  }

  private static RequestHead get(@Nullable String cookie) {
    Fields fields = new Fields().add(FieldNames.SEC_FETCH_MODE, "navigate");
    if (cookie != null) {
      fields.add(FieldNames.canonical("cookie"), new AsciiString(cookie));
    }
    return PushPlannerTest.request("GET", "shop.test", "/", fields);
  }
}
