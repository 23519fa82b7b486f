package io.lychgate.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PluginVerdictTest {
  @Test
  void proceedCollectsEdits() {
    PluginVerdict.Proceed verdict = PluginVerdict.proceed()
        .set("X-A", "1")
        .remove("X-B")
        .from(PluginSender.of("ann", "ticket", Map.of("role", "admin")));

    assertThat(verdict.set()).containsExactly(new PluginField("X-A", "1"));
    assertThat(verdict.removed()).containsExactly("X-B");
    assertThat(verdict.sender())
        .satisfies(sender -> assertThat(sender.claim("role")).isEqualTo("admin"));
    assertThat(PluginVerdict.proceed().set()).isEmpty();
  }

  @Test
  void bodyCanBeReadSeveralTimes() {
    PluginVerdict.Respond verdict = PluginVerdict.respond(403, "text/plain", "no");

    for (int i = 0; i < 2; i++) {
      assertThat(StandardCharsets.UTF_8.decode(verdict.body()).toString()).isEqualTo("no");
    }
    assertThat(verdict.fields()).containsExactly(new PluginField("content-type", "text/plain"));
  }
}
