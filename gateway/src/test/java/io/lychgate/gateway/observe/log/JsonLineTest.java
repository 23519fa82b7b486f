package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** The output equals, byte by byte, that of Jackson with DEL and all characters outside ASCII escaped. */
class JsonLineTest {
  private static final JsonFactory JACKSON = JsonFactory.builder()
      .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
      .characterEscapes(new DelEscaped())
      .build();

  private final LineBuffer buffer = new LineBuffer();
  private final JsonLine json = new JsonLine();

  @Test
  void escapesEveryCharacterAsJacksonDoes() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      if (!Character.isSurrogate((char) c)) {
        String text = "a" + (char) c + "z";

        assertThat(line(text)).as("U+%04X", c).isEqualTo(jackson(text));
      }
    }
  }

  @Test
  void escapesCharactersOutsideTheBasicPlaneAsJacksonDoes() {
    String text = "\uD83D\uDE00 \uDBFF\uDFFF";

    assertThat(line(text)).isEqualTo(jackson(text));
  }

  /** Text received from the wire: Netty reads bytes above ASCII as Latin-1. */
  @Test
  void escapesEveryByteAsJacksonDoes() {
    byte[] bytes = new byte[256 + 2];
    for (int i = 0; i < 256; i++) {
      bytes[i + 1] = (byte) i;
    }
    AsciiString part = new AsciiString(bytes, 1, 256, false);

    assertThat(line(part))
        .isEqualTo(jackson(new String(bytes, 1, 256, StandardCharsets.ISO_8859_1)));
  }

  @Test
  void keepsAnUnpairedSurrogateOfAClient() {
    String lone = "/\uD83D/\uDE00";

    assertThat(JsonMapper.shared().readTree(line(lone)).get("text").asString()).isEqualTo(lone);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        9,
        10,
        99,
        100,
        1023,
        999_999_999,
        1L << 40,
        Long.MAX_VALUE,
        -1,
        -10,
        Long.MIN_VALUE
      })
  void writesNumbers(long number) {
    json.begin(buffer);
    json.ascii('{');
    json.number(JsonLine.name("n", true), number);
    json.ascii('}');
    json.end();

    assertThat(text()).isEqualTo("{\"n\":" + number + "}\n");
  }

  @Test
  void growsWithALineThatIsLongerThanTheBuffer() {
    String longText = "\u0001".repeat(100_000);

    String line = line(longText);

    assertThat(line).isEqualTo(jackson(longText));
  }

  @Test
  void keepsEarlierLinesWhenOneIsNotEnded() {
    String first = line("first");
    json.begin(buffer);
    json.text(JsonLine.name("text", true), "half a line");

    assertThat(text()).isEqualTo(first);
    assertThat(buffer.lines()).isEqualTo(1);
  }

  private String line(CharSequence text) {
    int start = buffer.length();
    json.begin(buffer);
    json.ascii('{');
    json.text(JsonLine.name("text", true), text);
    json.ascii('}');
    json.end();
    String line = text().substring(start);
    if (buffer.isFull()) {
      buffer.giveBack();
    }
    return line;
  }

  private String text() {
    byte[] bytes = Arrays.copyOf(buffer.bytes(), buffer.length());
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private static String jackson(String text) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = JACKSON.createGenerator(ObjectWriteContext.empty(), out)) {
      generator.writeStartObject();
      generator.writeStringProperty("text", text);
      generator.writeEndObject();
    }
    return out.append('\n').toString();
  }

  private static final class DelEscaped extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private final int[] codes = standardAsciiEscapesForJSON();

    DelEscaped() {
      codes[127] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
