package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any field is read as credentials within their limits or refused, and any query loses its key. */
class CredentialFuzzTest {
  @FuzzTest
  void readsAnyAuthorization(byte[] field) {
    BasicCredentials credentials =
        BasicCredentials.parse("Basic " + new String(field, StandardCharsets.ISO_8859_1));
    if (credentials != null) {
      assertThat(credentials.user()).doesNotContain(":", "\r", "\n");
      assertThat(credentials.password()).doesNotContain("\r", "\n");
    }
  }

  @FuzzTest
  void removesTheKeyFromAnyTarget(byte[] bytes) {
    String target = "/x?" + new String(bytes, StandardCharsets.ISO_8859_1);
    KeyParameter parameter = KeyParameter.of(target, "key");
    KeyParameter again = KeyParameter.of(parameter.rest(), "key");
    assertThat(again.value()).isNull();
    assertThat(again.rest()).isEqualTo(parameter.rest());
    assertThat(parameter.rest().length()).isLessThanOrEqualTo(target.length());
  }
}
