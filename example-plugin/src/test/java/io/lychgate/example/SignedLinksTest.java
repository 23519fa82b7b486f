package io.lychgate.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.plugin.PluginConfigException;
import io.lychgate.plugin.PluginVerdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SignedLinksTest {
  private static final String SECRET = "sixteen letters at least";
  private static final SecretKeySpec KEY =
      new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256");

  private final SignedLinks plugin = new SignedLinks(() -> Instant.ofEpochSecond(1000));

  private PluginVerdict decide(String path, @Nullable String query) {
    return plugin
        .create(FakeContext.of(Map.of("secret", SECRET)))
        .decide(new FakeRequest(path, query))
        .toCompletableFuture()
        .join();
  }

  private static String signed(String path, String expires) {
    return "expires=" + expires + "&signature=" + SignedLinks.sign("GET", path, expires, KEY);
  }

  private static void assertRefused(PluginVerdict verdict, String reason) {
    assertThat(verdict).isInstanceOfSatisfying(PluginVerdict.Refuse.class, refused -> {
      assertThat(refused.refusal().status()).isEqualTo(403);
      assertThat(refused.reason()).isEqualTo(reason);
    });
  }

  @Test
  void signedLinkIsAdmittedUntilItExpires() {
    assertThat(decide("/a", signed("/a", "1000"))).isEqualTo(PluginVerdict.proceed());
    assertThat(decide("/a", "x=1&" + signed("/a", "2000"))).isEqualTo(PluginVerdict.proceed());
    assertRefused(decide("/a", signed("/a", "999")), "link: expired");
  }

  @Test
  void changedLinkIsRefused() {
    assertRefused(decide("/b", signed("/a", "2000")), "link: wrong signature");
    assertRefused(
        decide("/a", signed("/a", "2000").replace("=2000", "=3000")), "link: wrong signature");
    assertRefused(decide("/a", null), "link: not signed");
    assertRefused(decide("/a", "expires=-1&signature=00"), "link: not signed");
    assertRefused(decide("/a", "expires=9&" + signed("/a", "2000")), "link: not signed");
  }

  @Test
  void shortSecretIsAProblemOfTheConfiguration() {
    assertThatThrownBy(() -> plugin.create(FakeContext.of(Map.of("secret", "short"))))
        .isInstanceOf(PluginConfigException.class)
        .hasMessage("config.secret: too short (expected: at least 16 characters)");
  }
}
