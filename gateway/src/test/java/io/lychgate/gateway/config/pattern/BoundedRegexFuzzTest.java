package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.Limits;
import java.nio.charset.StandardCharsets;

/** The pattern compiler never throws and never returns a program above its limit. */
class BoundedRegexFuzzTest {
  @FuzzTest(maxDuration = "10s")
  void compilesAnyExpression(byte[] text) {
    BoundedRegex.Compiled compiled =
        BoundedRegex.compile(new String(text, StandardCharsets.ISO_8859_1));
    BoundedRegex regex = compiled.regex();

    assertThat(regex == null).isEqualTo(!compiled.problem().isEmpty());
    if (regex != null) {
      assertThat(regex.programSize()).isLessThanOrEqualTo(Limits.MAX_REGEX_PROGRAM);
      regex.isFoundIn("/a/b.css", 8);
    }
  }
}
