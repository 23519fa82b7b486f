package io.lychgate.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.config.check.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beacons of the page script, and malformed or hostile bodies. */
final class BeaconReaderTest {
  @Test
  void readsBeaconsOfTheScript() throws MalformedBeaconException {
    Beacon beacon = read(
        "{\"page\":\"/p?q=1\",\"whole\":true,\"assets\":[[\"/a.css?v=2\",0],[\"/b.js\",1234]]}");

    assertThat(beacon)
        .isEqualTo(new Beacon("/p?q=1", true, Map.of("/a.css?v=2", 0L, "/b.js", 1234L)));
  }

  @Test
  void ignoresUnknownMembersAndKeepsTheFirstOfTwo() throws MalformedBeaconException {
    Beacon beacon = read(
        "{\"v\":{\"x\":[1]},\"page\":\"/\",\"assets\":[[\"/a\",0],[\"/a\",9]],\"whole\":[\"yes\"]}");

    assertThat(beacon).isEqualTo(new Beacon("/", false, Map.of("/a", 0L)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|beacon: not an object",
        "nonsense|beacon: not JSON",
        "[]|beacon: not an object",
        "{}|page: missing",
        "{\"page\":\"/\"|beacon: not JSON",
        "{\"page\":\"/\"} {}|beacon: more after its end",
        "{\"page\":1}|page: not a text",
        "{\"page\":\"p\"}|page: not a path",
        "{\"page\":\"/\",\"assets\":{}}|assets: not a list",
        "{\"page\":\"/\",\"assets\":[\"/a\"]}|assets: not a list of pairs",
        "{\"page\":\"/\",\"assets\":[[]]}|assets: not a text",
        "{\"page\":\"/\",\"assets\":[[\"a\",0]]}|assets: not a path",
        "{\"page\":\"/\",\"assets\":[[\"/a\",-1]]}|assets: bytes are negative",
        "{\"page\":\"/\",\"assets\":[[\"/a\",1.5]]}|assets: bytes are not a number",
        "{\"page\":\"/\",\"assets\":[[\"/a\",1,2]]}|assets: not a list of pairs",
        "{\"page\":\"/\",\"assets\":[[\"/a\",1234567890123456789]]}|beacon: not JSON",
      })
  void rejectsAMalformedBeacon(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(MalformedBeaconException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void rejectsABeaconAboveItsLimits() {
    String deep = "[".repeat(10_000) + "]".repeat(10_000);
    String longPath = "/" + "a".repeat(Limits.ASSET_URL_CHARACTERS);
    for (String json : new String[] {
      "{\"page\":\"/\",\"x\":" + deep + "}",
      deep,
      "{\"page\":\"" + longPath + "\"}",
      "{\"page\":\"/\",\"assets\":[[\"" + longPath + "\",0]]}",
      "{\"page\":\"/\",\"" + "n".repeat(1000) + "\":0}",
      "{\"page\":\"/\",\"assets\":[" + assets(Limits.BEACON_ASSETS + 1) + "]}",
    }) {
      assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedBeaconException.class);
    }
  }

  @Test
  void acceptsTheMaximumNumberOfAssets() throws MalformedBeaconException {
    Beacon beacon =
        read("{\"page\":\"/\",\"assets\":[" + assets(Limits.BEACON_ASSETS) + "],\"whole\":true}");

    assertThat(beacon.transferred()).hasSize(Limits.BEACON_ASSETS);
  }

  private static String assets(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "[\"/asset-" + i + "\",0]")
        .collect(Collectors.joining(","));
  }

  private static Beacon read(String json) throws MalformedBeaconException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return BeaconReader.read(bytes, bytes.length);
  }
}
