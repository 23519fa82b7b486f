package io.lychgate.gateway.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.Condition.Answer;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final RequestView REQUEST = request(new RuleBudget());

  private static RequestView request(RuleBudget budget) {
    Fields fields = new Fields();
    fields.add(FieldNames.canonical("cookie"), "ab=b; theme=\"dark\"");
    fields.add(FieldNames.canonical("cookie"), "later=1; ab=second");
    fields.add(FieldNames.canonical("accept-language"), "de");
    fields.add(FieldNames.canonical("accept-language"), "en");
    fields.add(FieldNames.canonical("save-data"), "on");
    fields.add(FieldNames.canonical("sec-fetch-dest"), "document");
    fields.add(FieldNames.canonical("sec-ch-ua-platform"), "\"Android\"");
    fields.add(FieldNames.canonical("sec-ch-ua-mobile"), "?1");
    fields.add(FieldNames.canonical("sec-ch-dpr"), "2.0");
    return new RequestView(
        new RequestHead(
            AsciiString.of("GET"),
            true,
            "Shop.Test:8443",
            "/p/12?q=a%20b&empty=&q=other&broken=%zz",
            fields,
            0),
        budget);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "method == 'GET'",
        "host == 'shop.test'",
        "path == '/p/12'",
        "query['q'] == 'a b'",
        "query['empty'] == ''",
        "query['broken'] == '%zz'",
        "headers['accept-language'] == 'de, en'",
        "headers['cookie'].startsWith('ab=b; ')",
        "cookies['ab'] == 'b'",
        "cookies.theme == 'dark'",
        "'later' in cookies",
        "!('absent' in cookies)",
        "has(cookies.later) && !has(cookies.absent)",
        "cookies[?'absent'].orValue('none') == 'none'",
        "save_data",
        "destination == 'document'",
        "hints['ua-platform'] == 'Android'",
        "hints['ua-mobile'] == 'true'",
        "double(hints['dpr']) >= 1.5",
        "hints['save-data'] == 'on'",
        "path.matches('^/p/[0-9]+$')",
        "cookies.exists(name, name.startsWith('lat'))",
      })
  void isTrueForTheRequest(String expression) {
    assertThat(condition(expression).test(REQUEST)).isEqualTo(Answer.TRUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cookies['absent'] == 'x'",
        "1 / (size(path) - 5) == 1",
        "double(cookies['ab']) > 1.0",
        // More rounds than one evaluation may have.
        "headers.exists(a, headers.exists(b, headers.exists(c, headers.exists(d, headers[a] == 'x' && headers[d] == 'x'))))",
        // Fewer rounds, but too many nodes.
        "query.exists(a, headers.exists(b, headers.exists(c, path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a || path == a)))",
      })
  void failedEvaluationThrowsNothing(String expression) {
    assertThat(condition(expression).test(REQUEST)).isEqualTo(Answer.FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "headers['long'].contains(headers['part'])",
        "headers['long'].matches('(a*)*b(c*)*d(e*)*f')",
        // || ignores failures, but not the end of the evaluation.
        "headers.all(a, headers['long'].contains(headers['part']) || true) || true",
      })
  void requestThatMakesAConditionExpensiveFailsIt(String expression) {
    Fields fields = new Fields();
    fields.add(FieldNames.canonical("long"), "a".repeat(16_000));
    fields.add(FieldNames.canonical("part"), "a".repeat(7_999) + "b");
    RequestView request =
        new RequestView(new RequestHead(AsciiString.of("GET"), true, "shop.test", "/", fields, 0));

    assertThat(condition(expression).test(request)).isEqualTo(Answer.FAILED);
  }

  /** The second of each pair reuses the shape of the first, with its own texts and numbers. */
  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          path == '/x'                             | path == '/p/12'                             | TRUE
          path == '/p/12'                          | path == "/p/12"                             | TRUE
          path == '/p/12'                          | path == 'it"s'                              | FALSE
          path == ''                               | path == '/p/12'                             | TRUE
          size(path) == 1                          | size(path) == 5                             | TRUE
          size(path) == 5                          | size(path) == -5                            | FALSE
          size(path) - 1 == 1                      | size(path) - 2 == 3                         | TRUE
          [1, 2, 3][0] == 3                        | [1, 2, 3][2] == 3                           | TRUE
          double(hints['dpr']) > 3.5               | double(hints['dpr']) > 1.5                  | TRUE
          'x' in cookies                           | 'later' in cookies                          | TRUE
          cookies[?'x'].orValue('a') == 'b'        | cookies[?'ab'].orValue('c') == 'b'          | TRUE
          cookies.exists(n, n.startsWith('q'))     | cookies.exists(n, n.startsWith('lat'))      | TRUE
          path in ['/a', '/b']                     | path in ['/a', '/p/12']                     | TRUE
          {'a': 1, 'b': 2}['a'] == 2               | {'a': 1, 'b': 2}['b'] == 2                  | TRUE
          save_data ? path == '/a' : host == 'b'   | save_data ? path == '/p/12' : host == 'b'   | TRUE
          path.matches('^/q/[0-9]+$')              | path.matches('^/p/[0-9]+$')                 | TRUE
          path.matches('^/q/[0-9]+$')              | path.matches('^/p/[a-z]+$')                 | FALSE
          cookies[?'x'].optMap(v, v == 'y').orValue(false) | cookies[?'ab'].optMap(v, v == 'b').orValue(false) | TRUE
          """)
  void conditionOfAKnownShapeHasItsOwnConstants(String first, String second, Answer expected) {
    condition(first).test(REQUEST);

    assertThat(condition(second).test(REQUEST)).isEqualTo(expected);
    assertThat(condition(second).text()).isEqualTo(second);
  }

  @Test
  void problemInAConditionOfAKnownShapeHasItsPlace() {
    condition("save_data && path.matches('^/q')");
    Result.Refused refused =
        (Result.Refused) ConditionCompiler.compile("save_data && path.matches('(^/q')");

    assertThat(refused.problems().get(0).column()).isEqualTo(27);
  }

  @Test
  void conditionsOfOneRequestShareOneLimit() {
    Condition dear = condition("query.all(a, headers.all(b, headers[b] != a))");
    RuleBudget budget = new RuleBudget();
    while (budget.spend(Limits.MAX_RULE_STEPS)) {
      Thread.onSpinWait();
    }

    assertThat(dear.test(REQUEST)).isEqualTo(Answer.TRUE);
    assertThat(dear.test(request(budget))).isEqualTo(Answer.FAILED);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '~', textBlock = """
          pth == '/'             ~ 1 ~  1 ~ undeclared reference to 'pth' (expected: a function of CEL, or one of cookies,
          path                   ~ 1 ~  1 ~ expected type 'bool' but found 'string'
          path.matches('(')      ~ 1 ~ 14 ~ Regex validation failed
          path == 3              ~ 1 ~  6 ~ found no matching overload
          path.startsWith(       ~ 1 ~ 17 ~ mismatched input
          ((((((((((((((((((((((((((((((((((((true)))))))))))))))))))))))))))))))))))) ~ 1 ~ 1 ~ recursion limit
          """)
  void badExpressionsAreRejectedWithTheirPlace(
      String expression, int line, int column, String message) {
    Result.Refused refused = (Result.Refused) ConditionCompiler.compile(expression);

    assertThat(refused.problems().get(0).message()).contains(message);
    assertThat(refused.problems().get(0).line()).isEqualTo(line);
    assertThat(refused.problems().get(0).column()).isEqualTo(column);
  }

  @Test
  void comparisonWithOneEqualsSignIsExplained() {
    Result.Refused refused = (Result.Refused) ConditionCompiler.compile("method = 'GET'");

    assertThat(refused.problems())
        .contains(new ConditionCompiler.Problem(1, 8, "= (expected: == to compare)"));
  }

  @Test
  void expressionsAreLimited() {
    for (String text :
        new String[] {"", "  ", "true && ".repeat(300) + "true", "[".repeat(1999), "!".repeat(1999)
        }) {
      assertThat(ConditionCompiler.compile(text)).isInstanceOf(Result.Refused.class);
    }
  }

  private static Condition condition(String expression) {
    Result result = ConditionCompiler.compile(expression);
    assertThat(result).as(expression).isInstanceOf(Result.Compiled.class);
    return ((Result.Compiled) result).condition();
  }
}
