package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreshnessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "200 | cache-control | max-age=60 | REUSABLE",
        "200 | cache-control | public, max-age=31536000, immutable | REUSABLE",
        "200 | cache-control | max-age=\"60\" | REUSABLE",
        "200 | cache-control | no-store | NOT_REUSABLE",
        "200 | cache-control | No-Cache, max-age=60 | NOT_REUSABLE",
        "200 | cache-control | max-age=0 | NOT_REUSABLE",
        "200 | cache-control | s-maxage=60 | NOT_REUSABLE",
        "200 | cache-control | max-age=0060 | REUSABLE",
        "200 | cache-control | max-age=0, max-age=60 | NOT_REUSABLE",
        "200 | cache-control | max-age=-5 | NOT_REUSABLE",
        "200 | cache-control | max-age=60, no-cache=\"set-cookie, x-foo\" | REUSABLE",
        "200 | cache-control | x-no-store-ext=\"no-store, no-cache\", max-age=60 | REUSABLE",
        "200 | cache-control | max-age=60; age: 59 | REUSABLE",
        "200 | cache-control | max-age=60; age: 60 | NOT_REUSABLE",
        "200 | cache-control | max-age=60; vary: accept-encoding | REUSABLE",
        "200 | cache-control | max-age=60; vary: accept-encoding, * | NOT_REUSABLE",
        "200 | expires | Tue, 01 Jan 2999 00:00:00 GMT | REUSABLE",
        "200 | expires | Thu, 01 Jan 1970 00:00:00 GMT | NOT_REUSABLE",
        "200 | expires | 0 | NOT_REUSABLE",
        "200 | last-modified | Thu, 01 Jan 1970 00:00:00 GMT | UNKNOWN",
        "200 | etag | x | NOT_REUSABLE",
        "304 | etag | x | UNKNOWN",
        "304 | cache-control | max-age=60 | REUSABLE",
        "404 | cache-control | max-age=60 | GONE",
        "410 | etag | x | GONE",
        "301 | location | /b.css | REDIRECTED",
        "307 | cache-control | max-age=60 | REDIRECTED",
        "403 | cache-control | max-age=60 | NOT_REUSABLE",
        "416 | cache-control | no-store | UNKNOWN",
        "429 | retry-after | 1 | UNKNOWN",
        "503 | cache-control | no-store | UNKNOWN",
        "206 | cache-control | no-store | UNKNOWN",
      })
  void decidesIfABrowserMayReuseAResponse(
      int status, String name, String value, Reusability expected) {
    String[] first = value.split("; ", 2);
    Fields fields = new Fields().add(FieldNames.canonical(name), first[0]);
    if (first.length > 1) {
      String[] second = first[1].split(": ", 2);
      fields.add(FieldNames.canonical(second[0]), second[1]);
    }

    assertThat(Freshness.of(new ResponseHead(status, fields), Reusability.UNKNOWN))
        .isEqualTo(expected);
  }
}
