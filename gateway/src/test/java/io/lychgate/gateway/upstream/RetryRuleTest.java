package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.RetryConfig;
import io.lychgate.gateway.config.site.RetryConfig.On;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.upstream.RetryRule.Next;
import io.lychgate.gateway.upstream.RetryRule.Situation;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The decision if and where a request is sent again. */
final class RetryRuleTest {
  private static final RetryConfig DEFAULTS = RetryConfig.defaults();

  private static RetryConfig config(int attempts, Set<On> on) {
    return new RetryConfig(
        attempts,
        on,
        List.of(503),
        DEFAULTS.methods(),
        null,
        20,
        3,
        Duration.ofMillis(25),
        Duration.ofMillis(250),
        1024,
        null);
  }

  /** The request after its first attempt, with two servers. */
  private static Situation first(boolean isRepeatable) {
    return new Situation(DEFAULTS, true, true, isRepeatable, 1, 1, 2, 0);
  }

  @ParameterizedTest(name = "{0}, sent {1}, {2}, repeatable {3}, {4} processed, {5} moves: {6}")
  @CsvSource({
    // The server may have processed it: a method that may be repeated, within the attempts.
    "NONE, true, RESET, true, 1, 0, AGAIN",
    "NONE, true, TIMEOUT, true, 1, 0, AGAIN",
    "NONE, true, MALFORMED, true, 1, 0, AGAIN",
    "NONE, true, , true, 1, 0, NONE",
    "NONE, true, RESET, false, 1, 0, NONE",
    "NONE, true, RESET, true, 2, 0, NONE",
    // A request on a reused connection: the same, without a back-off.
    "IDEMPOTENT, true, RESET, true, 1, 0, AT_ONCE",
    "IDEMPOTENT, true, MALFORMED, true, 1, 0, AT_ONCE",
    "IDEMPOTENT, true, RESET, false, 1, 0, NONE",
    "IDEMPOTENT, true, RESET, true, 2, 0, NONE",
    "STALE, true, RESET, true, 1, 0, AT_ONCE_FOR_FREE",
    "STALE, true, RESET, false, 1, 0, NONE",
    "STALE, true, RESET, true, 2, 0, NONE",
    // A new connection that closed before the request, or a stream that was refused: each method,
    // once for each server.
    "ON_ANOTHER_SERVER, false, UNPROCESSED, false, 0, 1, SERVER",
    "ON_ANOTHER_SERVER, false, UNPROCESSED, false, 0, 2, NONE",
    "ON_ANOTHER_SERVER, true, UNPROCESSED, false, 0, 1, SERVER",
    "ON_ANOTHER_SERVER, true, UNPROCESSED, false, 0, 2, AGAIN",
    "ON_ANOTHER_SERVER, true, UNPROCESSED, false, 0, 3, AGAIN",
    "ON_ANOTHER_SERVER, true, UNPROCESSED, false, 0, 4, NONE",
    "ON_ANOTHER_SERVER, true, UNPROCESSED, false, 2, 2, NONE",
    // The server has not processed it: each method, more than once, but not for ever.
    "EACH, false, UNPROCESSED, false, 0, 1, STREAM",
    "EACH, true, UNPROCESSED, false, 1, 9, STREAM",
    "EACH, true, UNPROCESSED, true, 2, 32, STREAM",
    "EACH, true, UNPROCESSED, true, 0, 33, NONE",
  })
  void lossOfAStreamLeadsToTheNextAttempt(
      Retry permitted,
      boolean wasSent,
      RetryReason reason,
      boolean isRepeatable,
      int processed,
      int moves,
      Next next) {
    Situation of = new Situation(DEFAULTS, true, true, isRepeatable, processed, moves, 2, 0);
    Situation partlyPassedOn =
        new Situation(DEFAULTS, true, false, isRepeatable, processed, moves, 2, 0);

    assertThat(RetryRule.afterLoss(permitted, wasSent, reason, of)).isEqualTo(next);
    assertThat(RetryRule.afterLoss(permitted, wasSent, reason, partlyPassedOn))
        .isEqualTo(Next.NONE);
  }

  @Test
  void onlyTheFirstLossOfAConnectionThatWasAlreadyClosedIsFree() {
    RetryConfig thrice = config(3, EnumSet.of(On.RESET));
    Situation second = new Situation(thrice, true, true, true, 2, 0, 2, 2);

    assertThat(RetryRule.afterLoss(Retry.STALE, true, RetryReason.RESET, second))
        .isEqualTo(Next.AT_ONCE);
  }

  @Test
  void lossOfAConnectionThatWasAlreadyClosedIsNotRetriedUnlessItIsListed() {
    RetryConfig never = config(3, EnumSet.of(On.CONNECT));
    Situation first = new Situation(never, true, true, true, 1, 0, 2, 1);

    assertThat(RetryRule.afterLoss(Retry.STALE, true, RetryReason.RESET, first))
        .isEqualTo(Next.NONE);
  }

  @ParameterizedTest
  @EnumSource(Retry.class)
  void requestThatMustNotBeSentTwiceIsNotSentTwice(Retry permitted) {
    Situation once = new Situation(DEFAULTS, false, true, true, 1, 1, 2, 0);

    assertThat(RetryRule.afterLoss(permitted, true, RetryReason.RESET, once)).isEqualTo(Next.NONE);
  }

  @Test
  void requestThatMustNotBeSentTwiceLeavesAConnectionThatTookNothing() {
    Situation once = new Situation(DEFAULTS, false, true, true, 0, 1, 2, 0);

    assertThat(RetryRule.afterLoss(Retry.EACH, false, RetryReason.UNPROCESSED, once))
        .isEqualTo(Next.STREAM);
  }

  @Test
  void failureThatIsNotListedIsNotRetried() {
    Situation resetOnly =
        new Situation(config(3, EnumSet.of(On.RESET)), true, true, true, 1, 0, 2, 0);

    assertThat(RetryRule.afterLoss(Retry.NONE, true, RetryReason.RESET, resetOnly))
        .isEqualTo(Next.AGAIN);
    assertThat(RetryRule.afterLoss(Retry.NONE, true, RetryReason.TIMEOUT, resetOnly))
        .isEqualTo(Next.NONE);
    assertThat(RetryRule.afterRefusal(
            new ExchangeFailure(Kind.CONNECTION_REFUSED, "refused", true), resetOnly))
        .isEqualTo(Next.NONE);
  }

  @ParameterizedTest(name = "{0} of {1} attempts, status {2}, repeatable {3}: {4}")
  @CsvSource({
    "1, 2, 503, true, AGAIN",
    "1, 2, 503, false, NONE",
    "1, 2, 500, true, NONE",
    "1, 2, 200, true, NONE",
    "2, 2, 503, true, NONE",
    "1, 1, 503, true, NONE",
    "2, 3, 503, true, AGAIN",
  })
  void statusOfAResponseLeadsToTheNextAttempt(
      int processed, int attempts, int status, boolean isRepeatable, Next next) {
    RetryConfig config = config(attempts, EnumSet.noneOf(On.class));

    assertThat(RetryRule.afterStatus(
            status, new Situation(config, true, true, isRepeatable, processed, 0, 2, 0)))
        .isEqualTo(next);
  }

  @Test
  void responseIsPassedOnIfTheBodyCannotBeSentAgain() {
    Situation of = new Situation(DEFAULTS, true, false, true, 1, 0, 2, 0);

    assertThat(RetryRule.afterStatus(503, of)).isEqualTo(Next.NONE);
  }

  @ParameterizedTest(name = "{0} refusals of {1} servers: {2}")
  @CsvSource({"1, 3, SERVER", "2, 3, SERVER", "3, 3, NONE", "1, 1, NONE"})
  void eachServerIsAskedOnceIfItRefuses(int refusals, int servers, Next next) {
    ExchangeFailure refused = new ExchangeFailure(Kind.CONNECTION_REFUSED, "refused", true);

    assertThat(RetryRule.afterRefusal(
            refused, new Situation(DEFAULTS, true, true, false, 0, refusals, servers, 0)))
        .isEqualTo(next);
  }

  @Test
  void limitOfTheGatewayIsNotRetriedOnAnotherServer() {
    ExchangeFailure limit = new ExchangeFailure(Kind.CONNECTION_LIMIT, "full");

    assertThat(RetryRule.afterRefusal(limit, first(true))).isEqualTo(Next.NONE);
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

    assertThat(RetryRule.isRepeatable(request, DEFAULTS)).isEqualTo(isIdempotent);
  }
}
