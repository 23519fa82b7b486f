package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The header fields of final responses. */
final class FinalHeadTest {
  private static final AsciiString H3 = AsciiString.cached("h3=\":443\"; ma=60");
  private static final AsciiString CUSTOM = FieldNames.canonical("x-custom");

  private final DateField date = new DateField(new FakeTicker());

  private Fields edited(int status, Fields fields, @Nullable AsciiString altSvc) {
    FinalHead.edit(new ResponseHead(status, fields), date, altSvc);
    return fields;
  }

  private Fields edited(Fields fields) {
    return edited(200, fields, null);
  }

  @Test
  void fieldsOfTheUpstreamConnectionEndHere() {
    Fields fields = edited(new Fields()
        .add(HttpHeaderNames.CONNECTION, "x-custom, keep-alive")
        .add(CUSTOM, "1")
        .add(HttpHeaderNames.ETAG, "\"e\""));

    assertThat(fields.contains(HttpHeaderNames.CONNECTION)).isFalse();
    assertThat(fields.contains(CUSTOM)).isFalse();
    assertThat(fields.get(HttpHeaderNames.ETAG)).hasToString("\"e\"");
  }

  @Test
  void missingDateIsAddedAndThatOfTheServerStays() {
    assertThat(edited(new Fields()).get(HttpHeaderNames.DATE))
        .hasToString("Sat, 21 Nov 2026 09:43:27 GMT");

    String old = "Tue, 01 Jan 2030 00:00:00 GMT";
    assertThat(edited(new Fields().add(HttpHeaderNames.DATE, old)).get(HttpHeaderNames.DATE))
        .hasToString(old);
  }

  @Test
  void gatewayJoinsTheEndOfVia() {
    Fields fields = edited(new Fields().add(HttpHeaderNames.VIA, "1.1 cache"));

    int first = fields.indexOf(HttpHeaderNames.VIA, 0);
    assertThat(fields.value(first)).hasToString("1.1 cache");
    assertThat(fields.value(fields.indexOf(HttpHeaderNames.VIA, first + 1)))
        .hasToString("1.1 lychgate");
  }

  @Test
  void contentLengthIsRemovedFromA204Only() {
    Fields none = new Fields().add(HttpHeaderNames.CONTENT_LENGTH, "0");
    assertThat(edited(204, none, null).contains(HttpHeaderNames.CONTENT_LENGTH)).isFalse();

    Fields some = new Fields().add(HttpHeaderNames.CONTENT_LENGTH, "0");
    assertThat(edited(some).contains(HttpHeaderNames.CONTENT_LENGTH)).isTrue();
  }

  @Test
  void altSvcOfTheGatewayReplacesThatOfTheServer() {
    Fields replaced = edited(200, new Fields().add(FieldNames.ALT_SVC, "h2=\":1\""), H3);
    assertThat(replaced.get(FieldNames.ALT_SVC)).hasToString(H3.toString());

    Fields kept = edited(new Fields().add(FieldNames.ALT_SVC, "h2=\":1\""));
    assertThat(kept.get(FieldNames.ALT_SVC)).hasToString("h2=\":1\"");
  }

  @Test
  void responseThatBeginsATunnelHasNoLengthAndNoDate() {
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_LENGTH, "5")
        .add(HttpHeaderNames.UPGRADE, "websocket")
        .add(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, "key");

    FinalHead.editSwitch(fields);

    assertThat(fields.contains(HttpHeaderNames.CONTENT_LENGTH)).isFalse();
    assertThat(fields.contains(HttpHeaderNames.UPGRADE)).isFalse();
    assertThat(fields.contains(HttpHeaderNames.DATE)).isFalse();
    assertThat(fields.get(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT)).hasToString("key");
    assertThat(fields.get(HttpHeaderNames.VIA)).hasToString("1.1 lychgate");
  }
}
