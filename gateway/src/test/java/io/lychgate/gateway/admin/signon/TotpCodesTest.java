package io.lychgate.gateway.admin.signon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.OptionalLong;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TotpCodesTest {
  /** The secret of RFC 6238 appendix B. */
  private static final String SECRET =
      Base32.toBase32String("12345678901234567890".getBytes(StandardCharsets.US_ASCII));

  private final TotpCodes codes = new TotpCodes();

  /** The last six digits of the values in RFC 6238 appendix B. */
  @ParameterizedTest
  @CsvSource({
    "59, 287082",
    "1111111109, 081804",
    "1111111111, 050471",
    "1234567890, 005924",
    "20000000000, 353130"
  })
  void acceptsTheVectorsOfTheRfc(long second, String code) {
    assertThat(codes.stepOf(SECRET, code, Instant.ofEpochSecond(second)))
        .isEqualTo(OptionalLong.of(second / 30));
  }

  @Test
  void acceptsOneStepBeforeAndAfter() {
    assertThat(codes.stepOf(SECRET, "287082", Instant.ofEpochSecond(89))).hasValue(1);
    assertThat(codes.stepOf(SECRET, "287 082", Instant.ofEpochSecond(0))).hasValue(1);
    assertThat(codes.stepOf(SECRET, "287082", Instant.ofEpochSecond(90))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"''", "28708", "2870822", "abcdef", "'287082\u0000'", "-87082"})
  void otherTextsAreNoCodes(String text) {
    assertThat(codes.stepOf(SECRET, text, Instant.ofEpochSecond(59))).isEmpty();
  }

  @Test
  void secretsHave160BitsAndDiffer() {
    String secret = TotpCodes.newSecret(new SecureRandom());

    assertThat(secret).matches("[A-Z2-7]{32}");
    assertThat(TotpCodes.newSecret(new SecureRandom())).isNotEqualTo(secret);
  }

  @Test
  void uriHasTheHostAndTheUser() {
    assertThat(TotpCodes.uri("gate.example", "ann@example.com", "ABC"))
        .isEqualTo(
            "otpauth://totp/Lychgate%20gate.example:ann%40example.com?secret=ABC&issuer=Lychgate%20gate.example");
  }
}
