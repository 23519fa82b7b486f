package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Local;
import io.lychgate.gateway.config.SignOnConfig.Mapping;
import io.lychgate.gateway.config.SignOnConfig.Users;
import io.lychgate.gateway.config.check.Checked;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SignOnReaderTest {
  private static final String PROVIDER =
      "name: staff, issuer: \"https://login.example\", clientId: gate";

  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String signOn) {
    return ConfigReader.of(Map.of("SECRET", "a secret of the client", "SHORT", "fifteen letters"))
        .read(
            "listeners: [ { name: web, address: \"127.0.0.1:0\" } ]\nsites: []\nadmin: { signOn: { "
                + signOn + " } }\n",
            "gateway.yaml",
            directory);
  }

  private SignOnConfig valid(String signOn) {
    Checked<GatewayConfig> read = read(signOn);
    assertThat(read.problems()).isEmpty();
    return read.value().admin().signOn();
  }

  @Test
  void passwordsAndOptionalFactorsAreTheDefault() {
    assertThat(valid("")).isEqualTo(SignOnConfig.defaults());
    assertThat(SignOnConfig.defaults().allowsPassword("ann")).isTrue();
    assertThat(SignOnConfig.defaults().requiresSecondFactor("admin")).isFalse();
  }

  @Test
  void providerHasADefaultForEachRule() {
    SignOnConfig.Provider provider =
        valid("providers: [ { " + PROVIDER + " } ]").providers().get(0);

    assertThat(provider.title()).isEqualTo("staff");
    assertThat(provider.users()).isEqualTo(Users.EXISTING);
    assertThat(provider.userClaim()).isEqualTo("email");
    assertThat(provider.requiresVerifiedEmail()).isTrue();
    assertThat(provider.client().scopes()).containsExactly("openid", "email", "profile");
    assertThat(provider.client().algorithms()).containsExactly("RS256", "ES256");
  }

  @Test
  void rulesOfBreakGlassAndRolesAreRead() {
    SignOnConfig config = valid("local: break-glass, breakGlass: [ root ], secondFactor: required,"
        + " secondFactorRoles: [ publisher, admin ], providers: [ { " + PROVIDER
        + ", clientSecret: \"env:SECRET\", users: create,"
        + " mapping: [ { group: shop, role: editor, sites: [ \"*.shop.example\" ] } ] } ]");

    assertThat(config.local()).isEqualTo(Local.BREAK_GLASS);
    assertThat(config.allowsPassword("root")).isTrue();
    assertThat(config.allowsPassword("admin")).isFalse();
    assertThat(config.requiresSecondFactor("admin")).isTrue();
    assertThat(config.requiresSecondFactor("viewer")).isFalse();
    assertThat(config.providers().get(0).mapping())
        .isEqualTo(List.of(new Mapping("shop", "editor", List.of("*.shop.example"))));
    assertThat(config.toString()).doesNotContain("a secret of the client");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local: off | local: off (expected: on, or at least one provider)",
        "local: break-glass | local: break-glass (expected: on, or at least one provider)",
        "local: maybe | admin.signOn.local",
        "secondFactor: never | admin.signOn.secondFactor",
        "unknown: 1 | unknown",
        "encryptionKey: 'env:SHORT' | a short secret (expected: at least 16 characters)",
        "encryptionKey: 'env:NONE' | env:NONE (expected: an environment variable that is set)",
        "providers: [ { name: staff, clientId: gate } ] | issuer",
        "providers: [ { name: Staff, issuer: 'https://a', clientId: gate } ] | 1 to 32 letters in lower case",
        "providers: [ { name: staff, issuer: 'http://login.example', clientId: gate } ] | (expected: a URL of https without query",
        "providers: [ { name: staff, issuer: 'https://a?b=c', clientId: gate } ] | (expected: a URL of https without query",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, clientSecret: 'env:NONE' } ] | env:NONE (expected: an environment variable that is set)",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, clientSecret: plain } ] | expected: file:PATH or env:NAME",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, algorithms: [ none ] } ] | algorithms",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, scopes: [ email ] } ] | scopes: email (expected: openid among them)",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, users: create } ] | mapping: none (expected: at least one group",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, mapping: [ { group: a, role: boss } ] } ] | role",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, mapping: [ { group: a, role: admin, sites: [ a.example ] } ] } ] | sites: a.example (expected: none, or * for the role admin)",
        "providers: [ { name: staff, issuer: 'https://a', clientId: gate, mapping: [ { group: a, role: editor, sites: [ 'a/b' ] } ] } ] | sites: host: a/b",
        "providers: [ { name: a, issuer: 'https://a', clientId: b }, { name: a, issuer: 'https://c', clientId: d } ] | providers: a twice (expected: each name once)"
      })
  void problemsNameTheField(String signOn, String problem) {
    Checked<GatewayConfig> read = read(signOn);

    assertThat(read.problems().toString()).contains(problem, "gateway.yaml:3");
  }
}
