package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.SharedCaching;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields that keep a response from shared caches. */
final class PrivateResponsesTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      max-age=60                              | private, max-age=60
      public, max-age=60, s-maxage=600        | private, max-age=60
      Public,S-MaxAge="600"                   | private
      private                                 | private
      no-store                                | no-store
      private="x-a", max-age=5                | private, max-age=5
      no-cache                                | private, no-cache
      must-revalidate, proxy-revalidate       | private, must-revalidate
      """)
  void sharedCachesLoseTheirDirectives(String given, String kept) {
    Fields fields = new Fields().add(HttpHeaderNames.CACHE_CONTROL, given);
    PrivateResponses.keep(fields);

    assertThat(fields.get(HttpHeaderNames.CACHE_CONTROL)).hasToString(kept);
    assertThat(SharedCaching.isAllowed(new ResponseHead(200, fields))).isFalse();
  }

  @Test
  void fieldsForSomeCachesGo() {
    Fields fields = new Fields()
        .add(HttpHeaderNames.CACHE_CONTROL, "max-age=1")
        .add(HttpHeaderNames.CACHE_CONTROL, "public")
        .add(FieldNames.canonical("cdn-cache-control"), "max-age=600")
        .add(FieldNames.canonical("surrogate-control"), "max-age=600")
        .add(FieldNames.canonical("x-accel-expires"), "600")
        .add(HttpHeaderNames.ETAG, "\"a\"");
    PrivateResponses.keep(fields);

    assertThat(fields.toString()).isEqualTo("cache-control: private, max-age=1\netag: \"a\"\n");
    Fields none = new Fields();
    PrivateResponses.keep(none);
    assertThat(none.toString()).isEqualTo("cache-control: private\n");
  }
}
