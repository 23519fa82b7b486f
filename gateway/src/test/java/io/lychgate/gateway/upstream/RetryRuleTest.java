package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.upstream.RetryRule.Next;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decision if and where a request is sent again. */
final class RetryRuleTest {
  @ParameterizedTest(name = "{0}, intact {1}, retry {2}, idempotent {3}: {4}")
  @CsvSource({
    // The server may have processed it.
    "NONE, true, false, true, NONE",
    // A request on a reused connection: an idempotent one, once.
    "IDEMPOTENT, true, false, true, NEW_CONNECTION",
    "IDEMPOTENT, true, false, false, NONE",
    "IDEMPOTENT, true, true, true, NONE",
    // A new connection that closed before the request.
    "ON_ANOTHER_SERVER, true, false, false, SERVER",
    "ON_ANOTHER_SERVER, true, true, false, SERVER",
    // The server has not processed it: each method, more than once.
    "EACH, true, false, false, STREAM",
    "EACH, true, true, false, STREAM",
    "EACH, true, true, true, STREAM",
  })
  void lossOfAStreamLeadsToTheNextAttempt(
      Retry permitted, boolean isIntact, boolean isRetry, boolean isIdempotent, Next next) {
    assertThat(RetryRule.afterLoss(permitted, isIntact, isRetry, isIdempotent)).isEqualTo(next);
    assertThat(RetryRule.afterLoss(permitted, false, isRetry, isIdempotent)).isEqualTo(Next.NONE);
  }

  @Test
  void eachServerIsAskedOnceIfItRefuses() {
    ExchangeFailure refused = new ExchangeFailure(Kind.CONNECTION_REFUSED, "refused", true);

    assertThat(RetryRule.afterRefusal(refused, 1, 3)).isEqualTo(Next.SERVER);
    assertThat(RetryRule.afterRefusal(refused, 2, 3)).isEqualTo(Next.SERVER);
    assertThat(RetryRule.afterRefusal(refused, 3, 3)).isEqualTo(Next.NONE);
    assertThat(RetryRule.afterRefusal(refused, 1, 1)).isEqualTo(Next.NONE);
  }

  @Test
  void limitOfTheGatewayIsNotRetriedOnAnotherServer() {
    ExchangeFailure limit = new ExchangeFailure(Kind.CONNECTION_LIMIT, "full");

    assertThat(RetryRule.afterRefusal(limit, 1, 3)).isEqualTo(Next.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, true",
    "HEAD, true",
    "OPTIONS, true",
    "PUT, true",
    "DELETE, true",
    "POST, false",
    "PATCH, false",
    "CONNECT, false",
    "get, false"
  })
  void idempotentMethodsAreThoseOfRfc9110(String method, boolean isIdempotent) {
    RequestHead request =
        new RequestHead(AsciiString.of(method), false, "localhost", "/", new Fields(), 0);

    assertThat(RetryRule.isIdempotent(request)).isEqualTo(isIdempotent);
  }
}
