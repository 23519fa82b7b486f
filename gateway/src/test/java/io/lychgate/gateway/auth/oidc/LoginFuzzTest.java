package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Any return path stays on the site, any cookies lose the own ones, and any content is read or refused. */
class LoginFuzzTest {
  private static final OidcPolicy POLICY = new OidcPolicy(
      "https://login.example",
      "shop",
      null,
      null,
      List.of("openid"),
      OidcPolicy.Paths.DEFAULT,
      "",
      List.of(),
      OidcPolicy.Lifetime.DEFAULT,
      List.of("RS256"),
      Duration.ofSeconds(60),
      false,
      null,
      Map.of());

  @FuzzTest
  void returnsToTheSiteFromAnyTarget(byte[] bytes) {
    String path = ReturnPath.checked(POLICY, new String(bytes, StandardCharsets.UTF_8));
    if (path != null) {
      assertThat(path).startsWith("/").doesNotStartWith("//");
      assertThat(path.split("\\?", 2)[0]).doesNotContain("\\");
      assertThat(path.chars()).allMatch(c -> c > ' ' && c < 0x7f);
      // Characters that java.net.URI refuses and browsers take.
      String plain = path.replaceAll("[^A-Za-z0-9/.?=&_~-]", "x");
      assertThat(URI.create("https://site.example/").resolve(plain).getHost())
          .isEqualTo("site.example");
    }
  }

  @FuzzTest
  void takesTheOwnOfAnyCookies(byte[] bytes) {
    Fields fields = new Fields()
        .add(HttpHeaderNames.COOKIE, new String(bytes, StandardCharsets.ISO_8859_1))
        .add(HttpHeaderNames.COOKIE, OwnCookies.PREFIX + "use-1=x; a=b");
    OwnCookies.takeFrom(fields);
    OwnCookies again = OwnCookies.takeFrom(fields);
    assertThat(again.names("")).isEmpty();
    assertThat(fields.toString()).contains("a=b");
    for (int i = 0; i < fields.size(); i++) {
      for (String pair : fields.value(i).toString().split(";", -1)) {
        assertThat(pair.strip()).doesNotStartWith(OwnCookies.PREFIX);
      }
    }
  }

  @FuzzTest
  void readsAnyContent(byte[] bytes) {
    SessionContent content = SessionContent.decode(bytes);
    if (content != null) {
      Session.of(content);
      assertThat(SessionContent.decode(content.encode())).isEqualTo(content);
    }
    LoginAttempt attempt = LoginAttempt.decode(bytes);
    if (attempt != null) {
      LoginAttempt.nameOf(attempt.state());
      assertThat(LoginAttempt.secondOf(attempt.state())).isNotNegative();
    }
  }
}
