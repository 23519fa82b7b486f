package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityFieldTest {
  @ParameterizedTest(name = "[{0}] is u={1}, i={2}")
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "''|3|false",
        "  |3|false",
        "u=0|0|false",
        "u=7|7|false",
        "i|3|true",
        "i=?1|3|true",
        "i=?0|3|false",
        "u=1, i|1|true",
        "u=1,i|1|true",
        "u=1 \t,\t i|1|true",
        " u=5|5|false",
        "u=5  |5|false",
        "i, u=2|2|true",
        "i=?0, u=2|2|false",
        "u=03|3|false",
        "u=-0|0|false",
        "u=1;x=9;y|1|false",
        "i;x=\"a,b\"|3|true",
        "u=1, i;q=0.5, z|1|true",
        "foo=bar, u=4|4|false",
        "foo=\"a\\\"b, u=0\", u=4|4|false",
        "foo=:aGVsbG8=:, u=4|4|false",
        "foo=(a \"b\" 1.5;x);y=?1, u=4|4|false",
        "foo=(), u=4|4|false",
        "*a.b-c_d*=1, u=4|4|false",
        "uu=1, ui, u=4|4|false",
        "u=1, u=2|2|false",
        "i, i=?0|3|false",
        // Wrong type or out of range: the member counts as absent, the others apply.
        "u=8, i|3|true",
        "u=-1, i|3|true",
        "u=99999999999, i|3|true",
        "u=1.0, i|3|true",
        "u=\"1\", i|3|true",
        "u=a, i|3|true",
        "u, i|3|true",
        "u=?1, i|3|true",
        "u=(1), i|3|true",
        "u=1, u=9, i|3|true",
        "u=1, i=1|1|false",
        "u=1, i=true|1|false",
      })
  void readsWhatRfc9218Defines(String field, int urgency, boolean incremental) {
    assertThat(PriorityField.parse(field)).isSameAs(Urgency.of(urgency, incremental));
  }

  @ParameterizedTest(name = "[{0}]")
  @ValueSource(
      strings = {
        "u=1,",
        "u=1, ",
        ",u=1",
        "u=1,,i",
        "u=1 i",
        "u=1;",
        "u=1;;x",
        "u=1;=x",
        "u=",
        "u= 1",
        "u =1",
        "U=1",
        "1=u",
        "u=1, i=?2",
        "u=1, i=?",
        "u=1, i=",
        "\tu=1",
        "u=1, x=\"a",
        "u=1, x=\"a\\",
        "u=1, x=\"a\\b\"",
        "u=1, x=\"\u00e9\"",
        "u=1, x=:ab",
        "u=1, x=:a b:",
        "u=1, x=(a",
        "u=1, x=(a,b)",
        "u=1, x=(a\"b\")",
        "u=1, x=(",
        "u=1, x=((a))",
        "u=1, x=-",
        "u=1, x=1.",
        "u=1, x=1.2345",
        "u=1, x=1234567890123.1",
        "u=1, x=1234567890123456",
        "u=1, x=@1",
        "u=1\r\n",
        "u=1; x=(1)",
        "\u00fc=1",
      })
  void ignoresAMalformedFieldAsAWhole(String field) {
    assertThat(PriorityField.parse(field)).isNull();
    assertThat(PriorityField.parse(field, Urgency.of(6, true))).isSameAs(Urgency.of(6, true));
  }

  @ParameterizedTest(name = "[{0}] on u=5, i")
  @CsvSource(
      delimiter = '|',
      value = {"''|5|true", "u=1|1|true", "i=?0|5|false", "u=9|5|true", "u=2, i=?0|2|false"})
  void keepsMembersAbsentFromTheResponse(String field, int urgency, boolean incremental) {
    assertThat(PriorityField.parse(field, Urgency.of(5, true)))
        .isSameAs(Urgency.of(urgency, incremental));
  }

  @Test
  void writesTheShortestFieldAndReadsItBack() {
    assertThat(PriorityField.format(Urgency.DEFAULT)).isEmpty();
    assertThat(PriorityField.format(Urgency.of(3, true))).isEqualTo("i");
    assertThat(PriorityField.format(Urgency.of(1, true))).isEqualTo("u=1, i");
    for (int urgency = 0; urgency <= Urgency.MAX_URGENCY; urgency++) {
      Urgency whole = Urgency.of(urgency, false);
      Urgency inParts = whole.withIncremental(true);
      assertThat(PriorityField.parse(PriorityField.format(whole))).isSameAs(whole);
      assertThat(PriorityField.parse(PriorityField.format(inParts))).isSameAs(inParts);
      assertThat(PriorityField.parse(inParts.toString())).isSameAs(inParts);
    }
  }
}
