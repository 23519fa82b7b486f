package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gateway's own responses to requests that fail. */
final class FailureResponseTest {
  private static Fields fields(ExchangeFailure failure) {
    return FailureResponse.head(failure, FailureResponse.body(failure.kind())).fields();
  }

  @ParameterizedTest
  @EnumSource
  void bodyIsShortTextWithoutTheDetail(Kind kind) {
    ByteBuf body = FailureResponse.body(kind);
    String text = body.toString(StandardCharsets.UTF_8);
    Fields fields =
        FailureResponse.head(new ExchangeFailure(kind, "10.0.0.7:80"), body).fields();

    assertThat(text).startsWith(kind.status() + " ").contains(kind.token());
    assertThat(fields.get(HttpHeaderNames.CONTENT_LENGTH))
        .hasToString(Integer.toString(body.readableBytes()));
    assertThat(fields.get(HttpHeaderNames.CACHE_CONTROL)).hasToString("no-store");
    for (int i = 0; i < fields.size(); i++) {
      assertThat(fields.value(i).toString()).doesNotContain("10.0.0.7");
    }
  }

  @Test
  void proxyStatusDescribesServersAndRoutesButNotMistakesOfTheClient() {
    assertThat(fields(new ExchangeFailure(Kind.DNS_ERROR, "")).get(FieldNames.PROXY_STATUS))
        .hasToString("lychgate; error=dns_error");
    assertThat(fields(new ExchangeFailure(Kind.NO_ROUTE, "")).get(FieldNames.PROXY_STATUS))
        .hasToString("lychgate; error=destination_not_found");
    assertThat(fields(new ExchangeFailure(Kind.BAD_REQUEST, "")).contains(FieldNames.PROXY_STATUS))
        .isFalse();
  }

  @Test
  void only503SaysWhenToRetry() {
    ExchangeFailure full =
        ExchangeFailure.retryAfter(Kind.CONNECTION_LIMIT, "full", Duration.ofSeconds(7));

    assertThat(fields(full).get(HttpHeaderNames.RETRY_AFTER)).hasToString("7");
    assertThat(
            fields(new ExchangeFailure(Kind.DNS_ERROR, "")).contains(HttpHeaderNames.RETRY_AFTER))
        .isFalse();
  }
}
