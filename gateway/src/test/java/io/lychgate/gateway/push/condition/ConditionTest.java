package io.lychgate.gateway.push.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.condition.Condition.Answer;
import io.lychgate.gateway.push.condition.ConditionCompiler.Result;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final RequestView REQUEST = request();

  private static RequestView request() {
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
    return new RequestView(new RequestHead(
        AsciiString.of("GET"),
        true,
        "Shop.Test:8443",
        "/p/12?q=a%20b&empty=&q=other&broken=%zz",
        fields,
        0));
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
  void isTrueOfTheRequest(String expression) {
    assertThat(condition(expression).test(REQUEST)).isEqualTo(Answer.TRUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cookies['absent'] == 'x'",
        "1 / (size(path) - 5) == 1",
        "double(cookies['ab']) > 1.0",
        "headers.exists(a, headers.exists(b, headers.exists(c, headers.exists(d, headers[a] + headers[b] + headers[c] + headers[d] == 'x'))))",
      })
  void whatCannotBeEvaluatedFailsAndThrowsNothing(String expression) {
    assertThat(condition(expression).test(REQUEST)).isEqualTo(Answer.FAILED);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '~', textBlock = """
          pth == '/'             ~ 1 ~  1 ~ undeclared reference to 'pth'
          path                   ~ 1 ~  1 ~ expected type 'bool' but found 'string'
          path.matches('(')      ~ 1 ~ 14 ~ Regex validation failed
          path == 3              ~ 1 ~  6 ~ found no matching overload
          path.startsWith(       ~ 1 ~ 17 ~ mismatched input
          ((((((((((((((((((((((((((((((((((((true)))))))))))))))))))))))))))))))))))) ~ 1 ~ 1 ~ recursion limit
          """)
  void badExpressionsAreRefusedWithTheirPlace(
      String expression, int line, int column, String message) {
    Result.Refused refused = (Result.Refused) ConditionCompiler.compile(expression);

    assertThat(refused.problems().get(0).message()).contains(message);
    assertThat(refused.problems().get(0).line()).isEqualTo(line);
    assertThat(refused.problems().get(0).column()).isEqualTo(column);
  }

  @Test
  void expressionsAreBounded() {
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
