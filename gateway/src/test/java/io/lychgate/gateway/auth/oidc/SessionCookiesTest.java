package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.Base64URL;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lifetimes of sessions, and what a browser keeps of them. */
final class SessionCookiesTest {
  private static final String HOST = "www.example.com";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final FakeTicker ticker = new FakeTicker();
  private final SessionCookies cookies = cookies("/callback");
  private final Map<String, String> jar = new TreeMap<>();

  private SessionCookies cookies(String redirect) {
    OidcPolicy policy = new OidcPolicy(
        "https://login.example",
        "shop",
        null,
        null,
        List.of("openid"),
        new OidcPolicy.Paths(redirect, "/login", "/logout"),
        "",
        List.of(),
        new OidcPolicy.Lifetime(Duration.ofMinutes(20), Duration.ofHours(1)),
        List.of("RS256"),
        Duration.ofSeconds(60),
        false,
        null,
        Map.of());
    return new SessionCookies(policy, new SealKeys(RANDOM), RANDOM, ticker);
  }

  private SessionContent content(String id, int tokenLength) {
    String claims = Base64URL.encode("{\"sub\":\"ann\",\"x\":\"" + "y".repeat(tokenLength) + "\"}")
        .toString();
    return new SessionContent(
        id, ticker.wallMillis(), 0, 0, "refresh", "e30." + claims + ".c2ln", "");
  }

  private OwnCookies sent() {
    Fields fields = new Fields();
    fields.add(
        HttpHeaderNames.COOKIE,
        jar.entrySet().stream()
            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
            .collect(Collectors.joining("; ")));
    return OwnCookies.takeFrom(fields);
  }

  private void take(SetCookies changed) {
    Fields fields = changed.addTo(new Fields());
    for (int i = 0; i < fields.size(); i++) {
      String line = fields.value(i).toString();
      String name = line.substring(0, line.indexOf('='));
      if (line.endsWith("Max-Age=0")) {
        jar.remove(name);
      } else {
        jar.put(name, line.substring(name.length() + 1, line.indexOf(';')));
      }
    }
  }

  private boolean begin(SessionContent content) {
    SetCookies changed = new SetCookies();
    boolean fits = cookies.write(content, sent(), HOST, changed);
    take(changed);
    return fits;
  }

  private @Nullable Session read() {
    return cookies.read(sent(), HOST);
  }

  @Test
  void sessionNamesThePerson() {
    begin(content("a", 10));

    Session session = Objects.requireNonNull(read());

    assertThat(session.name()).isEqualTo("ann");
    assertThat(session.scheme()).isEqualTo("oidc");
    assertThat(session.claim("sub")).isEqualTo("ann");
    assertThat(session.content().idTokenHint()).endsWith(".c2ln");
    assertThat(cookies("/other").read(sent(), HOST)).isNull();
    assertThat(cookies.read(sent(), "evil.example")).isNull();
  }

  @Test
  void unusedSessionEnds() {
    begin(content("a", 10));
    ticker.advance(Duration.ofMinutes(19));
    assertThat(read()).isNotNull();
    ticker.advance(Duration.ofMinutes(1));

    assertThat(read()).isNull();
  }

  @Test
  void usedSessionEndsWithItsAbsoluteLifetime() {
    begin(content("a", 10));
    for (int minute = 0; minute < 59; minute++) {
      ticker.advance(Duration.ofMinutes(1));
      SetCookies changed = new SetCookies();
      Session session = Objects.requireNonNull(read());
      cookies.renew(session, sent(), HOST, changed);
      take(changed);
    }
    ticker.advance(Duration.ofMinutes(1));

    assertThat(read()).isNull();
  }

  @Test
  void timeOfTheLastUseIsNotWrittenAtEachRequest() {
    begin(content("a", 10));
    Session session = Objects.requireNonNull(read());
    SetCookies soon = new SetCookies();
    ticker.advance(Duration.ofSeconds(59));
    cookies.renew(session, sent(), HOST, soon);
    assertThat(soon.addTo(new Fields()).size()).isZero();
    SetCookies later = new SetCookies();
    ticker.advance(Duration.ofSeconds(1));
    cookies.renew(session, sent(), HOST, later);

    assertThat(later.addTo(new Fields()).size()).isEqualTo(1);
  }

  @Test
  void timeOfAnotherSessionDoesNotCount() {
    begin(content("a", 10));
    Map<String, String> first = new TreeMap<>(jar);
    ticker.advance(Duration.ofMinutes(30));
    begin(content("b", 10));
    String use =
        jar.keySet().stream().filter(name -> name.contains("-use-")).findFirst().orElseThrow();
    first.put(use, jar.get(use));
    jar.clear();
    jar.putAll(first);

    assertThat(read()).isNull();
  }

  @Test
  void largeSessionIsWholeOrNothing() {
    assertThat(begin(content("a", 4000))).isTrue();
    assertThat(jar).hasSizeGreaterThan(2);
    assertThat(read()).isNotNull();
    Map<String, String> all = new TreeMap<>(jar);
    for (String name : all.keySet()) {
      jar.remove(name);
      assertThat(read()).as(name).isNull();
      jar.putAll(all);
    }
    // A part of another session.
    begin(content("b", 4000));
    String part =
        jar.keySet().stream().filter(name -> name.endsWith(".1")).findFirst().orElseThrow();
    jar.put(part, all.get(part));
    assertThat(read()).isNull();

    begin(content("c", 10));
    assertThat(jar).hasSize(2);
    assertThat(begin(content("d", 100_000))).isFalse();
  }

  @Test
  void cookieOfTwoValuesIsNone() {
    begin(content("a", 10));
    Fields fields = new Fields();
    jar.forEach((name, value) -> {
      fields.add(HttpHeaderNames.COOKIE, name + "=" + value);
      fields.add(HttpHeaderNames.COOKIE, "theme=dark; " + name + "=" + value + "A");
    });
    OwnCookies sent = OwnCookies.takeFrom(fields);

    assertThat(cookies.read(sent, HOST)).isNull();
    assertThat(fields.toString()).isEqualTo("cookie: theme=dark\n".repeat(2));
  }

  @Test
  void oldestLoginGivesWay() {
    LoginAttempt first = begun();
    for (int i = 0; i < 5; i++) {
      ticker.advance(Duration.ofSeconds(1));
      begun();
    }
    assertThat(jar).hasSize(6);
    ticker.advance(Duration.ofSeconds(1));
    LoginAttempt last = begun();

    assertThat(jar).hasSize(6);
    assertThat(cookies.take(first.state(), sent(), HOST, new SetCookies())).isNull();
    assertThat(cookies.take(last.state(), sent(), "evil.example", new SetCookies()))
        .isNull();
    SetCookies changed = new SetCookies();
    LoginAttempt taken = cookies.take(last.state(), sent(), HOST, changed);
    assertThat(taken).isEqualTo(last);
    take(changed);
    assertThat(cookies.take(last.state(), sent(), HOST, new SetCookies())).isNull();
  }

  @Test
  void loginEndsAfterTenMinutes() {
    LoginAttempt attempt = begun();
    ticker.advance(LoginAttempt.LIFETIME);
    assertThat(cookies.take(attempt.state(), sent(), HOST, new SetCookies())).isNotNull();
    ticker.advance(Duration.ofSeconds(1));

    assertThat(cookies.take(attempt.state(), sent(), HOST, new SetCookies())).isNull();
  }

  private LoginAttempt begun() {
    LoginAttempt attempt = LoginAttempt.begin(RANDOM, ticker.wallMillis(), "/page");
    SetCookies changed = new SetCookies();
    cookies.write(attempt, sent(), HOST, changed);
    take(changed);
    return attempt;
  }
}
