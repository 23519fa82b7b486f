package io.lychgate.gateway.migration.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NginxRegexTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/.git",
        "/.well-known/x",
        "/.well",
        "/.",
        "/a/.htaccess",
        "/.wellknown",
        "/x",
        "/.well-known"
      })
  void ruleForHiddenFilesFindsTheSamePaths(String path) {
    String regex = "/\\.(?!well-known)";

    assertThat(Pattern.compile(NginxRegex.withoutLookahead(regex)).matcher(path).find())
        .isEqualTo(java.util.regex.Pattern.compile(regex).matcher(path).find());
  }
}
