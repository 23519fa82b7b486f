package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies of pages that admit the script, with or without a nonce, and policies that do not. */
final class ScriptPolicyTest {
  private static final String NONE = "(blocked)";

  private static String nonce(String... policies) {
    Fields fields = new Fields();
    for (String policy : policies) {
      fields.add(HttpHeaderNames.CONTENT_SECURITY_POLICY, policy);
    }
    String nonce = ScriptPolicy.nonce(ScriptPolicy.policies(fields), "https://shop.test:8443");
    return nonce == null ? NONE : nonce;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "img-src data:|''",
        "default-src 'self'|''",
        "script-src *; connect-src https:|''",
        "script-src shop.test:8443|''",
        "script-src https://shop.test:8443|''",
        "SCRIPT-SRC 'SELF'|''",
        "script-src 'nonce-abc+/='; connect-src 'self'|abc+/=",
        "script-src 'strict-dynamic' 'nonce-q1'; connect-src 'self'|q1",
        "script-src-elem 'nonce-e'; script-src 'none'|e",
        "script-src 'self'; script-src 'none'|''",
        "sandbox allow-scripts allow-same-origin|''",
        "sandbox allow-scripts|(blocked)",
        "script-src 'none'|(blocked)",
        "default-src 'none'|(blocked)",
        "script-src 'strict-dynamic' 'self'|(blocked)",
        "script-src 'sha256-x'|(blocked)",
        "script-src 'self'; connect-src 'none'|(blocked)",
        "script-src 'self'; default-src 'none'|(blocked)",
        "script-src cdn.test|(blocked)",
        "script-src 'nonce-\"><script>'|(blocked)",
        "sandbox|(blocked)",
      })
  void readsOnePolicy(String policy, String nonce) {
    assertThat(nonce(policy)).isEqualTo(nonce);
  }

  @Test
  void allPoliciesOfAPageMustAdmitTheScript() {
    assertThat(nonce()).isEmpty();
    assertThat(nonce("script-src 'self'", "script-src 'nonce-a'")).isEqualTo("a");
    assertThat(nonce("script-src 'self', script-src 'none'")).isEqualTo(NONE);
    assertThat(nonce("script-src 'nonce-a'", "script-src 'nonce-b'")).isEqualTo(NONE);
  }
}
