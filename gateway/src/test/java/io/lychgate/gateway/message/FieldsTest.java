package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
  private static final AsciiString ACCEPT = AsciiString.cached("accept");

  @ParameterizedTest
  @CsvSource({
    "accept, accept, true",
    "accept, Accept, false",
    "accept, except, false",
    "accept, accepT, false",
    "accept, accepts, false",
    "sec-fetch-dest, sec-fetch-mode, false",
    "'', '', true",
    "'', a, false",
  })
  void comparesNamesByTheirBytes(String one, String other, boolean isSame) {
    assertThat(Fields.same(insideALargerArray(one), insideALargerArray(other))).isEqualTo(isSame);
    assertThat(Fields.same(insideALargerArray(other), new AsciiString(one))).isEqualTo(isSame);
  }

  @Test
  void returnsTheFirstFieldOfAName() {
    Fields fields = new Fields().add(new AsciiString("accept"), "a").add(ACCEPT, "b");

    assertThat(fields.get(ACCEPT)).isEqualTo("a");
    assertThat(fields.indexOf(ACCEPT, 1)).isEqualTo(1);
    assertThat(fields.contains(new AsciiString("except"))).isFalse();
  }

  @Test
  void setReplacesAllFieldsOfAName() {
    Fields fields = new Fields().add(ACCEPT, "a").add(new AsciiString("x"), "b").add(ACCEPT, "c");

    fields.set(new AsciiString("accept"), "d");

    assertThat(fields).hasToString("accept: d\nx: b\n");
  }

  @Test
  void copyHasTheFieldsOfTheOriginal() {
    Fields fields = new Fields().add(ACCEPT, "a").add(new AsciiString("x"), "b");

    Fields copy = fields.copy().add(new AsciiString("y"), "c");

    assertThat(copy.get(new AsciiString("accept"))).isEqualTo("a");
    assertThat(copy.get(new AsciiString("y"))).isEqualTo("c");
    assertThat(fields.contains(new AsciiString("y"))).isFalse();
  }

  @Test
  void findsRemainingFieldsAfterARemoval() {
    Fields fields = new Fields().add(ACCEPT, "a").add(new AsciiString("except"), "b");

    fields.remove(ACCEPT);
    assertThat(fields.contains(ACCEPT)).isFalse();
    assertThat(fields.get(new AsciiString("except"))).isEqualTo("b");

    fields.add(ACCEPT, "c").retain((name, value) -> value.toString().equals("c"));
    assertThat(fields.get(ACCEPT)).isEqualTo("c");
    assertThat(fields.contains(new AsciiString("except"))).isFalse();
  }

  /** Returns a string that lies inside a larger array, as the decoders create them. */
  private static AsciiString insideALargerArray(String text) {
    byte[] bytes = ("before" + text + "behind").getBytes(StandardCharsets.US_ASCII);
    return new AsciiString(bytes, "before".length(), text.length(), false);
  }
}
