package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.policy.CompressPolicy.Secrets;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CompressionRuleTest {
  private static final CompressPolicy DEFAULTS = CompressPolicy.defaults();

  private static CompressPolicy policy(Secrets secrets, boolean decode) {
    return new CompressPolicy(
        CompressPolicy.DEFAULT_CODINGS,
        CompressPolicy.DEFAULT_TYPES,
        1024,
        CompressPolicy.DEFAULT_LEVELS,
        secrets,
        true,
        decode,
        CompressPolicy.DEFAULT_TWIN_LEVELS);
  }

  /** Returns fields of lines "name: value", separated by "|". */
  private static Fields fields(String lines) {
    Fields fields = new Fields();
    for (String line : lines.isBlank() ? new String[0] : lines.split("\\|", -1)) {
      int colon = line.indexOf(':');
      fields.add(
          AsciiString.cached(line.substring(0, colon).strip().toLowerCase(Locale.ROOT)),
          line.substring(colon + 1).strip());
    }
    return fields;
  }

  private static RequestHead request(String method, String lines) {
    return new RequestHead(AsciiString.of(method), true, "shop.example", "/", fields(lines), 0);
  }

  private static CompressOutcome decide(
      CompressPolicy policy, String request, int status, String response, boolean end) {
    String method = request.startsWith("HEAD ") ? "HEAD" : "GET";
    RequestFacts facts =
        RequestFacts.take(request(method, request.replaceFirst("^HEAD ", "")), policy.secrets());
    return new CompressionRule(policy, policy.codings())
        .decide(facts, new ResponseHead(status, fields(response)), end);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // A response; the decision on it for a client that accepts everything.
        "200; content-type: text/html; ZSTD",
        "200; content-type: text/html|content-length: 1024; ZSTD",
        "200; content-type: text/html|content-length: 1023; SMALL",
        "404; content-type: Text/HTML; ZSTD",
        "200; content-type: application/problem+json; ZSTD",
        "200; content-type: image/svg+xml; ZSTD",
        "200; content-type: image/png; TYPE",
        "200; content-type: application/grpc+json; TYPE",
        "200; x: y; TYPE",
        "200; content-type: text/html|content-encoding: br; ENCODED",
        "200; content-type: text/html|content-encoding: identity; ZSTD",
        "200; content-type: text/html|cache-control: public, no-transform; NO_TRANSFORM",
        "200; content-type: text/html|signature-input: sig=(); NO_TRANSFORM",
        "206; content-type: text/html; NO_CONTENT",
        "416; content-type: text/html|content-range: bytes */9; NO_CONTENT",
        "204; content-type: text/html; NO_CONTENT",
        "205; content-type: text/html; NO_CONTENT",
        "304; content-type: text/html; NO_CONTENT",
      })
  void decidesByTheResponse(int status, String response, CompressOutcome expected) {
    assertThat(
            decide(DEFAULTS, "accept-encoding: gzip, deflate, br, zstd", status, response, false))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "gzip, deflate, br, zstd | ZSTD",
        "gzip, deflate, br       | BROTLI",
        "gzip                    | GZIP",
        "x-gzip                  | GZIP",
        "br;q=0.5, gzip;q=0.8    | GZIP",
        "gzip, zstd;q=0.9        | GZIP",
        "*                       | ZSTD",
        "*;q=0, gzip             | GZIP",
        "*;q=0                   | NOT_ACCEPTED",
        "identity                | NOT_ACCEPTED",
        "identity, gzip;q=0.5    | NOT_ACCEPTED",
        "identity;q=0            | NOT_ACCEPTED",
        "identity;q=0, br        | BROTLI",
        "deflate, compress       | NOT_ACCEPTED",
        "gzip;q=0                | NOT_ACCEPTED",
        "''                      | NOT_ACCEPTED",
        "-                       | NOT_ACCEPTED"
      })
  void decidesByAcceptEncoding(@Nullable String accepted, CompressOutcome expected) {
    String request = accepted == null ? "" : "accept-encoding: " + accepted;

    assertThat(decide(DEFAULTS, request, 200, "content-type: text/html", false))
        .isEqualTo(expected);
  }

  @Test
  void linesOfAcceptEncodingAreOneList() {
    String request = "accept-encoding: zstd;q=0|accept-encoding: br";

    assertThat(decide(DEFAULTS, request, 200, "content-type: text/html", false))
        .isEqualTo(CompressOutcome.BROTLI);
  }

  @Test
  void listOfTenThousandCodingsIsNotRead() {
    String request = "accept-encoding: " + "a, ".repeat(10_000) + "gzip";

    assertThat(decide(DEFAULTS, request, 200, "content-type: text/html", false))
        .isEqualTo(CompressOutcome.NOT_ACCEPTED);
  }

  @Test
  void gatewaysOrderDecidesAtEqualWeight() {
    CompressPolicy policy = new CompressPolicy(
        List.of(ContentCoding.GZIP, ContentCoding.BROTLI),
        CompressPolicy.DEFAULT_TYPES,
        0,
        CompressPolicy.DEFAULT_LEVELS,
        Secrets.IGNORE,
        true,
        false,
        CompressPolicy.DEFAULT_TWIN_LEVELS);

    assertThat(decide(policy, "accept-encoding: br, gzip", 200, "content-type: text/html", false))
        .isEqualTo(CompressOutcome.GZIP);
    assertThat(decide(policy, "accept-encoding: zstd", 200, "content-type: text/html", false))
        .isEqualTo(CompressOutcome.NOT_ACCEPTED);
  }

  @ParameterizedTest
  @CsvSource({"'', false", "'content-length: 5000', false", "'content-length: 5', true"})
  void headHasTheDecisionOfGet(String length, boolean isSmall) {
    String response = "content-type: text/css" + (length.isEmpty() ? "" : "|" + length);

    CompressOutcome get = decide(DEFAULTS, "accept-encoding: br", 200, response, false);

    assertThat(decide(DEFAULTS, "HEAD accept-encoding: br", 200, response, true))
        .isEqualTo(get);
    assertThat(get).isEqualTo(isSmall ? CompressOutcome.SMALL : CompressOutcome.BROTLI);
  }

  @Test
  void emptyBodyIsNotCompressed() {
    assertThat(decide(DEFAULTS, "accept-encoding: br", 200, "content-type: text/css", true))
        .isEqualTo(CompressOutcome.SMALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // The request; true if the response sets a cookie; the policies under which it is secret.
        "x: y; false; none",
        "x: y; true; cross-site credentials",
        "cookie: a=b; false; credentials",
        "authorization: Basic x; false; credentials",
        "cookie: a=b|sec-fetch-site: cross-site; false; cross-site credentials",
        "authorization: x|sec-fetch-site: cross-site; false; cross-site credentials",
        "sec-fetch-site: cross-site; false; none",
        "sec-fetch-site: cross-site; true; credentials",
        "cookie: a=b|sec-fetch-site: same-origin; true; credentials",
        "cookie: a=b|sec-fetch-site: same-site; false; credentials",
        "cookie: a=b|sec-fetch-site: none; false; credentials",
        "cookie: a=b|origin: https://other.example; false; cross-site credentials",
        "cookie: a=b|origin: null; false; cross-site credentials",
        "cookie: a=b|origin: https://SHOP.example; false; credentials",
        "cookie: a=b|referer: https://shop.example/page; false; credentials",
        "cookie: a=b|referer: https://shop.example.evil/; false; cross-site credentials",
        "cookie: a=b|referer: https://evil/https://shop.example/; false; cross-site credentials",
      })
  void secretsAreNotCompressed(String request, boolean setsCookie, String policies) {
    String response = "content-type: text/html" + (setsCookie ? "|set-cookie: s=1" : "");
    for (Secrets secrets : Secrets.values()) {
      CompressOutcome outcome =
          decide(policy(secrets, false), request + "|accept-encoding: gzip", 200, response, false);
      assertThat(outcome)
          .as(secrets.token())
          .isEqualTo(
              List.of(policies.split(" ", -1)).contains(secrets.token())
                  ? CompressOutcome.SECRET
                  : CompressOutcome.GZIP);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip     | br           | DECODED",
        "x-gzip   | identity     | DECODED",
        "zstd     | gzip         | DECODED",
        "gzip     | gzip         | ENCODED",
        "gzip     | *            | ENCODED",
        "br, gzip | identity     | ENCODED",
        "deflate  | identity     | ENCODED",
      })
  void decodesOnlyWhatTheClientDoesNotAccept(
      String applied, String accepted, CompressOutcome expected) {
    String response = "content-type: image/png|content-encoding: " + applied;

    assertThat(decide(
            policy(Secrets.IGNORE, true), "accept-encoding: " + accepted, 200, response, false))
        .isEqualTo(expected);
    assertThat(decide(
            policy(Secrets.IGNORE, false), "accept-encoding: " + accepted, 200, response, false))
        .isEqualTo(CompressOutcome.ENCODED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "W/\"a\"             | W/\"a\", \"a\"",
        "W/\"a\", \"b\", W/\"c,d\" | W/\"a\", \"b\", W/\"c,d\", \"a\", \"c,d\"",
        "\"a\"               | \"a\"",
        "*                   | *",
        "W/\"a              | W/\"a"
      })
  void serverSeesTheStrongFormOfWeakTags(String sent, String forwarded) {
    RequestHead request = request("GET", "if-none-match: " + sent);

    RequestFacts facts = RequestFacts.take(request, Secrets.IGNORE);

    assertThat(request.fields().get(HttpHeaderNames.IF_NONE_MATCH)).hasToString(forwarded);
    assertThat(facts.weakTags() == null).isEqualTo(sent.equals(forwarded));
  }

  @Test
  void weakFormIsFoundInAList() {
    assertThat(WeakTags.hasWeakForm("W/\"a\", W/\"bc\"", "\"bc\"")).isTrue();
    assertThat(WeakTags.hasWeakForm("W/\"a\", \"bc\"", "\"bc\"")).isFalse();
    assertThat(WeakTags.hasWeakForm("W/\"a\"", "\"ab\"")).isFalse();
  }

  @Test
  void rangeWithAWeakConditionIsDropped() {
    RequestHead weak = request("GET", "range: bytes=0-9|if-range: W/\"a\"");
    RequestHead strong = request("GET", "range: bytes=0-9|if-range: \"a\"");

    RequestFacts.take(weak, Secrets.IGNORE);
    RequestFacts.take(strong, Secrets.IGNORE);

    assertThat(weak.fields().size()).isZero();
    assertThat(strong.fields().size()).isEqualTo(2);
  }

  @Test
  void fieldsOfTheBytesAreCorrected() {
    Fields fields = fields("content-length: 9|etag: \"a\"|accept-ranges: bytes|content-md5: x"
        + "|repr-digest: x|content-digest: x|digest: x|vary: origin");

    CodedHead.vary(fields);
    CodedHead.vary(fields);
    CodedHead.code(fields, ContentCoding.BROTLI);

    assertThat(fields.toString())
        .isEqualTo("etag: W/\"a\"\nvary: origin\nvary: accept-encoding\ncontent-encoding: br\n");
  }

  @Test
  void otherNamesAreNotTakenForTheCoding() {
    Fields fields = fields("vary: X-Accept-Encoding-Class, a*b");
    Fields all = fields("vary: *");

    CodedHead.vary(fields);
    CodedHead.vary(all);

    assertThat(fields.toString())
        .isEqualTo("vary: X-Accept-Encoding-Class, a*b\nvary: accept-encoding\n");
    assertThat(all.toString()).isEqualTo("vary: *\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "206; content-type: text/html; true",
        "206; content-type: image/png; false",
        "206; content-type: text/html|content-encoding: gzip; false",
        "206; content-type: text/html|cache-control: no-transform; false",
        "200; content-type: text/html; false",
      })
  void partHasTheVaryOfItsWhole(int status, String response, boolean varies) {
    CompressionRule rule = new CompressionRule(DEFAULTS, DEFAULTS.codings());

    assertThat(rule.isPartOfVarying(new ResponseHead(status, fields(response)))).isEqualTo(varies);
  }
}
