package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BasicCredentialsTest {
  private static String field(byte[] userPass) {
    return "Basic " + Base64.getEncoder().encodeToString(userPass);
  }

  private static String field(String userPass) {
    return field(userPass.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nameEndsAtTheFirstColon() {
    assertThat(BasicCredentials.parse(field("ann:a:b")))
        .isEqualTo(new BasicCredentials("ann", "a:b"));
    assertThat(BasicCredentials.parse(field("ann:"))).isEqualTo(new BasicCredentials("ann", ""));
  }

  @Test
  void schemeIsComparedWithoutCase() {
    assertThat(BasicCredentials.parse(field("ann:ü").replace("Basic", "bASIC")))
        .isEqualTo(new BasicCredentials("ann", "ü"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Basic",
        "Basic ",
        "Bearer YTpi",
        "Basicx YTpi",
        "Basic YTpi, Basic YTpi",
        "Basic YTpi!",
        "Basic YT pi",
        "Digest username=\"a\""
      })
  void otherTextsAreNoCredentials(String text) {
    assertThat(BasicCredentials.parse(text)).isNull();
  }

  @Test
  void controlCharactersMissingColonsAndMalformedUtf8AreRefused() {
    assertThat(BasicCredentials.parse(field("ann"))).isNull();
    assertThat(BasicCredentials.parse(field("ann\n:b"))).isNull();
    assertThat(BasicCredentials.parse(field("ann:b\u0000"))).isNull();
    assertThat(BasicCredentials.parse(field(new byte[] {'a', ':', (byte) 0xff})))
        .isNull();
  }

  @Test
  void longFieldIsRefusedBeforeItIsDecoded() {
    String longest = "a:" + "b".repeat(760);

    assertThat(BasicCredentials.parse(field(longest))).isNotNull();
    assertThat(BasicCredentials.parse(field(longest + "bbbbbb"))).isNull();
  }

  @Test
  void textOfCredentialsHidesThem() {
    assertThat(new BasicCredentials("ann", "secret").toString()).isEqualTo("***");
  }
}
