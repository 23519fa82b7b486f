package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import org.junit.jupiter.api.Test;

/** The requests that the gateway promises. */
final class PromisedRequestTest {
  private final RequestHead page = new RequestHead(
      HttpMethod.HEAD.asciiName(),
      true,
      "shop.test",
      "/cart?x=1",
      new Fields()
          .add(HttpHeaderNames.ACCEPT_ENCODING, "br")
          .add(HttpHeaderNames.COOKIE, "session=1")
          .add(HttpHeaderNames.AUTHORIZATION, "Basic eA==")
          .add(HttpHeaderNames.USER_AGENT, "test"),
      0);

  @Test
  void isAGetForThePathOnTheSiteOfThePage() {
    RequestHead promised = PromisedRequest.of(page, "/site.css");

    assertThat(promised.isMethod(HttpMethod.GET.asciiName())).isTrue();
    assertThat(promised.path()).hasToString("/site.css");
    assertThat(promised.authority()).hasToString("shop.test");
    assertThat(promised.isSecure()).isTrue();
  }

  @Test
  void hasFieldsThatSelectAVariantButNoneThatIdentifiesTheUser() {
    Fields fields = PromisedRequest.of(page, "/site.css").fields();

    assertThat(fields.size()).isEqualTo(2);
    assertThat(fields.get(HttpHeaderNames.ACCEPT_ENCODING)).hasToString("br");
    assertThat(fields.get(HttpHeaderNames.USER_AGENT)).hasToString("test");
  }
}
