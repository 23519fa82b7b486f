package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.limit.UseMessage.Taken;
import io.lychgate.gateway.store.Broadcasts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UseMessageTest {
  @Test
  void messageIsReadAsItWasWritten() {
    UseMessage message = new UseMessage(
        Long.MIN_VALUE + 7, List.of(new Taken(-1, 1), new Taken(Long.MAX_VALUE, -20)));

    assertThat(UseMessage.parse(message.text())).isEqualTo(message);
  }

  @Test
  void useOfManyKeysFitsSeveralMessages() {
    List<Taken> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(new Taken(i, 1));
    }

    List<UseMessage> messages = UseMessage.of(7, all);

    assertThat(messages).hasSize(3);
    assertThat(messages.stream().flatMap(message -> message.all().stream()).toList())
        .isEqualTo(all);
    assertThat(messages.get(0).text().length()).isLessThanOrEqualTo(Broadcasts.MAX_LENGTH);
    assertThat(UseMessage.of(7, List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "????", "AAAA", "AAAAAAAAAAAAAAAA"})
  void textOfAnotherFormIsNoMessage(String text) {
    assertThat(UseMessage.parse(text)).isNull();
  }
}
