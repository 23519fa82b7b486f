package io.lychgate.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class PluginConfigTest {
  private final PluginConfig config = PluginConfig.of(Map.of(
      "header",
      "X-A",
      "count",
      7L,
      "on",
      true,
      "names",
      List.of("a", "b"),
      "inner",
      Map.of("depth", 2L)));

  @Test
  void valuesHaveTheirTypes() {
    assertThat(config.text("header")).isEqualTo("X-A");
    assertThat(config.text("other", "else")).isEqualTo("else");
    assertThat(config.number("count", 1, 0, 10)).isEqualTo(7);
    assertThat(config.number("other", 1, 0, 10)).isEqualTo(1);
    assertThat(config.flag("on", false)).isTrue();
    assertThat(config.flag("other", true)).isTrue();
    assertThat(config.texts("names")).containsExactly("a", "b");
    assertThat(config.texts("other")).isEmpty();
    assertThat(config.section("inner").number("depth", 0, 0, 9)).isEqualTo(2);
    assertThat(config.section("other").has("depth")).isFalse();
    assertThat(config.values()).hasSize(5);
  }

  @Test
  void messageNamesTheKey() {
    assertProblem(() -> config.text("count"), "config.count: 7 (expected: a text)");
    assertProblem(() -> config.text("other"), "config.other: none (expected: a text)");
    assertProblem(
        () -> config.number("count", 1, 0, 5), "config.count: 7 (expected: an integer of 0-5)");
    assertProblem(
        () -> config.flag("header", true), "config.header: X-A (expected: true or false)");
    assertProblem(() -> config.texts("on"), "config.on: true (expected: a list of texts)");
    assertProblem(() -> config.section("header"), "config.header: X-A (expected: a section)");
    assertProblem(
        () -> config.section("inner").text("depth"), "config.inner.depth: 2 (expected: a text)");
  }

  @Test
  void unknownKeyIsRejected() {
    config.allowOnly("header", "count", "on", "names", "inner");

    assertProblem(
        () -> config.allowOnly("header", "count", "on", "inner"),
        "config.names: unknown (expected: one of header, count, on, inner)");
  }

  private static void assertProblem(ThrowingCallable read, String message) {
    assertThatThrownBy(read).isInstanceOf(PluginConfigException.class).hasMessage(message);
  }
}
