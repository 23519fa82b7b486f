package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.Claims;
import io.lychgate.gateway.condition.Condition.Answer;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.condition.RuleBudget;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClaimReaderTest {
  private static final RequestHead REQUEST =
      new RequestHead(HttpMethod.GET.asciiName(), true, "shop.example", "/orders", new Fields(), 0);

  private static final Claims CLAIMS = ClaimReader.read(Map.of(
      "sub", "ann",
      "level", 3L,
      "admin", true,
      "scope", "read write",
      "aud", "orders",
      "groups", List.of("a,b", "c"),
      "https://example.com/team", "blue",
      "realm_access", Map.of("roles", List.of("boss"), "deep", Map.of("er", "x")),
      "realm_access.roles", "claim of the top"));

  @ParameterizedTest
  @CsvSource({
    "sub, ann",
    "level, 3",
    "admin, true",
    "scope, read write",
    "groups, 'a%2Cb,c'",
    "https://example.com/team, blue",
    "realm_access.roles, claim of the top",
    "realm_access.deep.er, x"
  })
  void claimBecomesAField(String claim, String field) {
    assertThat(ClaimReader.field(CLAIMS, claim)).isEqualTo(field);
  }

  @Test
  void absentClaimSetsNoField() {
    assertThat(ClaimReader.field(CLAIMS, "realm_access")).isNull();
    assertThat(ClaimReader.field(CLAIMS, "nothing")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\r\\nx-admin: 1 | a%0D%0Ax-admin: 1",
        "J\u00fcrgen | J%C3%BCrgen",
        "100% | 100%25",
        "a\\0b | a%00b"
      })
  void valueCannotEndItsField(String claim, String field) {
    String text = claim.translateEscapes();

    assertThat(ClaimReader.field(ClaimReader.read(Map.of("name", text)), "name"))
        .isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claims['sub'] == 'ann' | TRUE",
        "'write' in lists['scope'] | TRUE",
        "'orders' in lists['aud'] && claims['admin'] == 'true' | TRUE",
        "lists['groups'].exists(g, g == 'c') | TRUE",
        "'c' in lists['scope'] | FALSE",
        "claims['nothing'] == 'x' | FAILED",
        "'nothing' in claims | FALSE",
        "method == 'GET' && path == '/orders' && 'read' in lists['scope'] | TRUE",
      })
  void conditionReadsClaims(String expression, Answer answer) {
    Result result = ConditionCompiler.compileForSender(expression);

    assertThat(result).isInstanceOf(Result.Compiled.class);
    assertThat(((Result.Compiled) result)
            .condition()
            .test(new RequestView(REQUEST, new RuleBudget(), CLAIMS)))
        .isEqualTo(answer);
  }

  @Test
  void conditionKnowsWhetherItReadsTheRequest() {
    assertThat(readsRequest("'admin' in lists['roles']")).isFalse();
    assertThat(readsRequest("'admin' in lists['roles'] || method == 'GET'")).isTrue();
  }

  private static boolean readsRequest(String expression) {
    return ((Result.Compiled) ConditionCompiler.compileForSender(expression))
        .condition()
        .readsRequest();
  }

  @Test
  void conditionOfAManifestHasNoClaims() {
    assertThat(ConditionCompiler.compile("claims['sub'] == 'ann'"))
        .isInstanceOf(Result.Refused.class);
  }
}
