package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {

  @Test
  void writesNestedValues() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("rounds", 3);
    map.put("figures", List.of(1.5, 2.25));
    map.put("none", List.of());

    assertThat(Json.text(map)).isEqualTo("""
            {
              "rounds": 3,
              "figures": [
                1.500,
                2.250
              ],
              "none": []
            }
            """);
  }

  @Test
  void escapesWhatJsonForbidsInStrings() {
    assertThat(Json.text("a\"b\\c\n")).isEqualTo("\"a\\\"b\\\\c\\u000a\"\n");
  }

  @Test
  void writesFiguresThatJsonCannotHoldAsNull() {
    assertThat(Json.text(Double.NaN)).isEqualTo("null\n");
    assertThat(Json.text(Arrays.asList((Object) null))).isEqualTo("[\n  null\n]\n");
  }
}
