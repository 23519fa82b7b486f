package io.lychgate.gateway.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/** Any condition for any request yields a result or problems, never an exception. */
class ConditionFuzzTest {
  private static final String ASKS_ALL = "query.exists(name, name == 'a')"
      + " || cookies[?'b'].orValue('') == hints[?'dpr'].orValue('1')"
      + " || headers.exists(name, headers[name] == host + path)";

  @FuzzTest
  void compilesAnyCondition(byte[] expression) {
    Result result = ConditionCompiler.compile(new String(expression, StandardCharsets.UTF_8));
    if (result instanceof Result.Compiled compiled) {
      assertThat(compiled.condition().test(request("/p?q=1", "shop.test", "ab=b; c=d")))
          .isNotNull();
    } else if (result instanceof Result.Refused refused) {
      assertThat(refused.problems()).isNotEmpty();
      assertThat(refused.problems())
          .allMatch(problem -> problem.line() >= 1 && problem.column() >= 1);
    }
  }

  /** The input has three lines: a request target, an authority, a value for fields. */
  @FuzzTest
  void evaluatesAnyRequest(byte[] input) {
    String[] lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", 3);
    String target = lines[0];
    String authority = lines.length > 1 ? lines[1] : "";
    RequestView request = request(target, authority, lines.length > 2 ? lines[2] : "");
    Result result = ConditionCompiler.compile(ASKS_ALL);

    assertThat(((Result.Compiled) result).condition().test(request)).isNotNull();
    assertThat(request.cookies()).hasSizeLessThanOrEqualTo(Limits.MAX_REQUEST_PAIRS);
    assertThat(request.query()).hasSizeLessThanOrEqualTo(Limits.MAX_REQUEST_PAIRS);
    assertThat(request.path()).doesNotContain("?");
  }

  private static RequestView request(String target, String authority, String value) {
    Fields fields = new Fields();
    fields.add(FieldNames.canonical("cookie"), value);
    fields.add(FieldNames.canonical("sec-ch-dpr"), value);
    fields.add(FieldNames.canonical("sec-ch-ua-mobile"), value);
    fields.add(FieldNames.canonical("accept"), value);
    return new RequestView(
        new RequestHead(AsciiString.of("GET"), true, authority, target, fields, 0));
  }
}
