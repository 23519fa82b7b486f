package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SharedFreshnessTest {
  /** Fri, 15 Jan 2027 08:00:00 GMT. */
  private static final long NOW = 1_800_000_000;

  private static SharedFreshness of(String fields) {
    Fields all = new Fields();
    for (String field : fields.split("; ", -1)) {
      String[] pair = field.split(": ", 2);
      all.add(FieldNames.canonical(pair[0]), pair[1]);
    }
    return SharedFreshness.of(all, NOW, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "60, cache-control: max-age=60",
    "30, 'cache-control: max-age=60, s-maxage=30'",
    "60, 'cache-control: max-age=60; expires: Fri, 15 Jan 2027 09:00:00 GMT'",
    "3600, 'expires: Fri, 15 Jan 2027 09:00:00 GMT'",
    "3601, 'expires: Fri, 15 Jan 2027 09:00:00 GMT; date: Fri, 15 Jan 2027 07:59:59 GMT'",
    "0, 'expires: Fri, 15 Jan 2027 07:00:00 GMT'",
    "0, expires: 0",
    "0, 'expires: Fri, 15 Jan 2027 09:00:00 UTC'",
    "0, 'expires: Fri, 15 Jan 2027 09:00:00 +0100'",
    "3600, 'expires: Friday, 15-Jan-27 09:00:00 GMT'",
    "3600, 'expires: Fri Jan 15 09:00:00 2027'",
    "-1, etag: a",
    "10, cache-control: max-age=60; cdn-cache-control: max-age=10",
    "-1, 'cdn-cache-control: public; expires: Fri, 15 Jan 2027 09:00:00 GMT'",
    "60, cache-control: max-age=60; cdn-cache-control: max-age=\"10\"",
    "60, 'cache-control: max-age=60; cdn-cache-control: max-age=10, &&'"
  })
  void lifetime(long seconds, String fields) {
    assertThat(of(fields).lifetimeSeconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "0, etag: a",
    "7, age: 7",
    "7, 'age: 7, 9'",
    "0, age: 7.5",
    "0, age: -7",
    "0, age: x",
    "60, 'date: Fri, 15 Jan 2027 07:59:00 GMT'",
    "60, 'date: Fri, 15 Jan 2027 07:59:00 GMT; age: 5'",
    "0, 'date: Fri, 15 Jan 2027 08:59:00 GMT'",
    "0, date: yesterday"
  })
  void ageAtArrival(long seconds, String fields) {
    assertThat(of(fields).ageSeconds()).isEqualTo(seconds);
  }

  @Test
  void heuristicIsATenthOfTheTimeSinceTheModification() {
    assertThat(of("last-modified: Fri, 15 Jan 2027 07:00:00 GMT").heuristicSeconds(1000))
        .isEqualTo(360);
    assertThat(of("last-modified: Fri, 15 Jan 2010 07:00:00 GMT").heuristicSeconds(1000))
        .isEqualTo(1000);
    assertThat(of("last-modified: Fri, 15 Jan 2027 09:00:00 GMT").heuristicSeconds(1000))
        .isEqualTo(CacheControl.UNSAID);
    assertThat(of("etag: a").heuristicSeconds(1000)).isEqualTo(CacheControl.UNSAID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | max-age=10",
        "true | max-age=10, no-transform",
        "true | a;b=c;d, e=?1, f=\"x, y\", *g=t/k",
        "false | max-age=10,",
        "false | max-age = 10",
        "false | max-age=ten",
        "false | Max-Age=10",
        "false | a=\"open",
        "false | =5",
        "false | a b"
      })
  void targetedFieldIsADictionary(boolean expected, String field) {
    assertThat(TargetedField.isDictionary(field)).isEqualTo(expected);
  }

  @Test
  void namedFieldsAreRead() {
    CacheControl control =
        of("cache-control: no-cache=\"A, b\", private=c, max-age=5").control();
    assertThat(control.namedFields()).map(Object::toString).containsExactly("a", "b", "c");
    assertThat(control.isNoCache()).isFalse();
    assertThat(control.maxAge()).isEqualTo(5);
  }
}
