package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "www-authenticate",
        "Www-Authenticate",
        "WWW-Authenticate",
        "WWW-AUTHENTICATE",
        "www-Authenticate"
      })
  void findsANameInEverySpelling(String spelling) {
    byte[] line = (spelling + ": Basic").getBytes(StandardCharsets.US_ASCII);

    assertThat((CharSequence) FieldNames.known(spelling))
        .isSameAs(HttpHeaderNames.WWW_AUTHENTICATE);
    assertThat((CharSequence) FieldNames.knownIn(line, 0, spelling.length()))
        .isSameAs(HttpHeaderNames.WWW_AUTHENTICATE);
    assertThat((CharSequence) FieldNames.canonical(spelling))
        .isSameAs(HttpHeaderNames.WWW_AUTHENTICATE);
  }

  @Test
  void strictLookupFindsLowerCaseNamesOnly() {
    assertThat((CharSequence) FieldNames.knownLowerCase("etag")).isSameAs(HttpHeaderNames.ETAG);
    assertThat((CharSequence) FieldNames.knownLowerCase("Etag")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-unheard-of", "X-Unheard-Of", "acceptx", "Acceptx", ""})
  void convertsUnknownNamesToLowerCase(String name) {
    assertThat((CharSequence) FieldNames.known(name)).isNull();
    assertThat((CharSequence) FieldNames.canonical(name))
        .isEqualTo(new AsciiString(name.toLowerCase(Locale.ROOT)));
  }
}
