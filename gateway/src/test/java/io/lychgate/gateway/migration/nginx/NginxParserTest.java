package io.lychgate.gateway.migration.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NginxParserTest {
  private static String parsed(String text) {
    Checked<List<NginxDirective>> read = NginxParser.parse(text, "n");
    assertThat(read.problems()).isEmpty();
    return shown(read.value());
  }

  private static String shown(List<NginxDirective> directives) {
    return directives.stream()
        .map(each -> each.place().line() + ":" + each.name() + each.arguments()
            + (each.block() == null ? "" : "{" + shown(each.children()) + "}"))
        .collect(Collectors.joining(" "));
  }

  @Test
  void readsWordsQuotesCommentsAndBlocks() {
    assertThat(parsed("a b 'c d' \"e\\\"f\"; # x;\nb#c d;\n"))
        .isEqualTo("1:a[b, c d, e\"f] 2:b#c[d]");
    assertThat(parsed("http {\n  server{\n listen 80;}\n}"))
        .isEqualTo("1:http[]{2:server[]{3:listen[80]}}");
    assertThat(parsed("location ~ \\.(a|b)$ { }")).isEqualTo("1:location[~, \\.(a|b)$]{}");
    assertThat(parsed("set $a ${b}c;")).isEqualTo("1:set[$a, ${b}c]");
    assertThat(parsed("log '1\n2';\nx;")).isEqualTo("1:log[1\n2] 3:x[]");
    assertThat(parsed("content_by_lua_block {\n if x then y(\"}\") end -- }\n}\nz;"))
        .isEqualTo("1:content_by_lua_block[]{} 4:z[]");
    assertThat(parsed("")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a { b; | n:1:1: {: not closed (expected: } before the end of the file)",
        "a; } | n:1:1: }: no block is open (expected: a directive)",
        "a b | n:1:1: a: not closed (expected: ; or { before the end of the file)",
        "a { b } | n:1:1: }: b is not closed (expected: ; before it)",
        "a 'b; | n:1:1: ': not closed (expected: a second ')",
        "; | n:1:1: ;: nothing before it (expected: the name of a directive)",
        "a 'b'c; | n:1:1: quotes: more after them (expected: a space, ; or {)"
      })
  void namesTheFirstProblemWithItsLine(String text, String problem) {
    assertThat(NginxParser.parse(text, "n").problems())
        .extracting(ConfigProblem::toString)
        .containsExactly(problem);
  }

  @Test
  void nestingIsBounded() {
    assertThat(NginxParser.parse("a {".repeat(100_000), "n").problems())
        .singleElement()
        .asString()
        .contains("too deep");
  }
}
