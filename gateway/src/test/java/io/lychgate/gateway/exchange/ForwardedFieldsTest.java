package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Requests that pass through gateways of this kind again and again. */
final class ForwardedFieldsTest {
  private static Fields via(String... values) {
    Fields fields = new Fields();
    for (String value : values) {
      fields.add(HttpHeaderNames.VIA, value);
    }
    return fields;
  }

  @Test
  void sevenGatewaysInARowAreNoLoop() {
    assertThat(ForwardedFields.isLoop(via("2 lychgate", "1.1 proxy", "2 lychgate, ".repeat(6))))
        .isFalse();
  }

  @Test
  void eightGatewaysAreALoopAlsoInOneFieldLine() {
    String[] lines = new String[8];
    Arrays.fill(lines, "2 lychgate");

    assertThat(ForwardedFields.isLoop(via(lines))).isTrue();
    assertThat(ForwardedFields.isLoop(via(String.join(", ", lines)))).isTrue();
  }
}
