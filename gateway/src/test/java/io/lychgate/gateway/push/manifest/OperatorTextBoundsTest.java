package io.lychgate.gateway.push.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns and conditions that would take minutes or gigabytes are rejected, with their place in the text. */
@Timeout(60)
class OperatorTextBoundsTest {
  private static final ManifestReader READER = new ManifestReader();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "((a{100}){100}){100}",
        "(a{1,50}){1,50}",
        "(.*){500}",
        "((((a{9,}){9,}){9,}){9,})",
        // RE2/J 1.8 never returns from these: U+1C80 folds to a letter that does not fold back.
        "(?i)\\x{1C80}",
        "(?i)\u1c80",
        "(?i)[\\x{100}-\\x{1e940}]",
        "(?s)(?:x(?i:[^a-z\\x{1000}-\\x{2000}]))",
        "[\\pL\\pL\\pL]",
      })
  void expensiveRegexIsRejectedInEveryPlace(String regex) {
    for (String text : List.of(rule(regex), priority(regex))) {
      List<ConfigProblem> problems = READER.read(text, "m").problems();

      assertThat(problems).hasSize(1);
      assertThat(problems.get(0).line()).isEqualTo(2);
      assertThat(problems.get(0).column()).isEqualTo(21);
      assertThat(problems.get(0).message()).contains("regex");
    }
  }

  @Test
  void equalTextsAreCompiledOnce() {
    TextCompiler compiler = new TextCompiler(() -> false);
    for (int i = 0; i < 1000; i++) {
      compiler.condition("path == '/" + i % 10 + "'");
      compiler.regex("^/" + i % 20 + "$");
    }

    assertThat(compiler.compiled()).isEqualTo(30);
  }

  @Test
  void slowReadReportsWhereItStopped() {
    StringBuilder text = new StringBuilder("rules:\n");
    for (int i = 0; i < 50; i++) {
      text.append("  - match: { path: / }\n    when: path == '/")
          .append(i)
          .append("'\n    assets: []\n");
    }
    AtomicInteger asked = new AtomicInteger();

    List<ConfigProblem> problems = READER
        .readLocated(text.toString(), "m", () -> asked.incrementAndGet() > 10)
        .problems();

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).line()).isEqualTo(33);
    assertThat(problems.get(0).message()).contains("not checked: the manifest takes longer");
  }

  @Test
  void manifestHasALimitForAllItsExpressions() {
    StringBuilder text = new StringBuilder("rules:\n");
    for (int i = 0; i < 600; i++) {
      text.append("  - { match: { regex: 'a{400}").append(i).append("' }, assets: [] }\n");
    }

    assertThat(READER.read(text.toString(), "m").problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.message()).contains("more than 200000 instructions"));
  }

  private static String rule(String regex) {
    return "rules:\n  - match: { regex: '" + regex
        + "' }\n    assets: [{ url: /a.css, as: style }]\n";
  }

  private static String priority(String regex) {
    return "priorities:\n  - match: { regex: '" + regex + "' }\n    urgency: 1\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path.matches('((a{1000}){1000}){1000}')",
        "path.matches('(?i)\\\\x{1C80}')",
        "path.matches(headers['x'])",
        "matches(path, host)",
        "[path].map(a, a + a).exists(a, a == '')",
        "[path].map(a, a + a + a).map(a, a + a + a).map(a, a + a + a).size() == 1",
        "headers.map(n, [n, n]).size() == 1",
        "[[1], [1]] == [[1], [2]]",
        "headers == cookies",
        "dyn([1]) == dyn([1])",
        "headers.exists(n, headers.exists(m, (path + n) == m))",
        "optional.of(path).optMap(a, a + a).optMap(a, a + a).hasValue()",
        "path + path + path + path + path + path + path + path + path + path == ''",
        "google.protobuf.ListValue{values: [google.protobuf.Value{}]} == null",
      })
  void conditionThatCouldBuildLargeValuesIsRejectedWithItsPlace1(String condition) {
    List<ConfigProblem> problems = READER
        .read(
            "rules:\n  - match: { path: / }\n    when: \"" + condition.replace("\\", "\\\\")
                + "\"\n    assets: [{ url: /a.css, as: style }]\n",
            "m")
        .problems();

    assertThat(problems).isNotEmpty();
    assertThat(problems.get(0).line()).isEqualTo(3);
    assertThat(problems.get(0).column()).isGreaterThan(10);
    assertThat(problems.get(0).message()).contains("rules[0].when");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path.matches('^/p/[0-9]+$') && 'plan' in cookies",
        "headers.exists(n, n.startsWith('x-') && headers[n].contains('beta'))",
        "method in ['GET', 'HEAD'] && !(host in ['a.test', 'b.test'])",
        "cookies[?'plan'].orValue('') == 'pro'",
        "'/' + host == path || path == '/' + host + '/index.html'",
        "query.filter(n, n.startsWith('utm_')).size() > 0",
        "headers.map(n, headers[n].size()).exists(s, s > 100)",
        "cookies[?'a'].optMap(v, size(v)).orValue(0) > 3",
        "headers.exists(n, headers[n] == host + path)",
        "has(cookies.a) ? cookies.a == 'b' : true",
      })
  void usualConditionIsAccepted(String condition) {
    assertThat(READER
            .read(
                "rules:\n  - match: { path: / }\n    when: \"" + condition
                    + "\"\n    assets: [{ url: /a.css, as: style }]\n",
                "m")
            .problems())
        .isEmpty();
  }
}
