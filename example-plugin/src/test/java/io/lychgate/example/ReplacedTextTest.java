package io.lychgate.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.plugin.PluginConfigException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReplacedTextTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String replace(String find, String replace, String... pieces) {
    ReplacedText.Replacement body = new ReplacedText.Replacement(bytes(find), bytes(replace));
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < pieces.length; i++) {
      ByteBuffer output = body.transform(ByteBuffer.wrap(bytes(pieces[i])), i == pieces.length - 1)
          .toCompletableFuture()
          .join();
      all.append(StandardCharsets.UTF_8.decode(output));
    }
    return all.toString();
  }

  @Test
  void textIsReplacedAcrossPieces() {
    assertThat(replace("inner.local", "www", "at inner.local, inner.lo", "cal and inner", ".l"))
        .isEqualTo("at www, www and inner.l");
    assertThat(replace("aa", "b", "aaa", "aaa", "")).isEqualTo("bbb");
    assertThat(replace("abc", "", "xab", "", "cy")).isEqualTo("xy");
    assertThat(replace("abc", "-", "ab")).isEqualTo("ab");
  }

  @Test
  void emptyTextIsAProblemOfTheConfiguration() {
    assertThatThrownBy(() -> new ReplacedText().create(FakeContext.of(Map.of("find", ""))))
        .isInstanceOf(PluginConfigException.class)
        .hasMessage("config.find: empty (expected: a text)");
  }
}
