package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.Urgency;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PriorityLinesTest {
  private static Fields lines(String... values) {
    Fields fields = new Fields();
    fields.add(FieldNames.LINK, "</a>");
    for (String value : values) {
      fields.add(FieldNames.PRIORITY, value).add(FieldNames.SAVE_DATA, "on");
    }
    return fields;
  }

  private static @Nullable Urgency parsed(String... values) {
    CharSequence value = PriorityLines.valueOf(lines(values));
    return value == null ? null : PriorityField.parse(value);
  }

  @Test
  void singleLineIsReturnedUnchanged() {
    String line = "u=1, i";

    assertThat(PriorityLines.valueOf(lines(line))).isSameAs(line);
    assertThat(PriorityLines.valueOf(lines())).isNull();
  }

  @Test
  void membersOfLaterLinesOverride() {
    assertThat(parsed("u=1", "i")).isEqualTo(Urgency.of(1, true));
    assertThat(parsed("u=1, i", "u=6")).isEqualTo(Urgency.of(6, true));
    assertThat(parsed("u=1", "u=2, i", "i=?0, u=5")).isEqualTo(Urgency.of(5, false));
    assertThat(parsed("u=1", "u=9")).isEqualTo(Urgency.DEFAULT);
  }

  @Test
  void malformedLineInvalidatesAll() {
    assertThat(parsed("u=1", "")).isNull();
    assertThat(parsed("u=1,", "i")).isNull();
    assertThat(parsed("u=1", "I")).isNull();
  }

  @Test
  void tooManyLinesCountAsNone() {
    String half = "a".repeat(PriorityLines.MAX_LENGTH / 2 - 1);

    assertThat(parsed(half, half)).isEqualTo(Urgency.DEFAULT);
    assertThat(parsed(half, half + "a")).isNull();
    assertThat(parsed(half + half + "aaa")).isNull();
    assertThat(parsed("u=1", half.repeat(100), "u=2")).isNull();
  }
}
