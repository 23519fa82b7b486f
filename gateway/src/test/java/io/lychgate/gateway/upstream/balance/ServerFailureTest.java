package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds under which the failures of servers are counted. */
final class ServerFailureTest {
  @ParameterizedTest
  @EnumSource(names = {"TLS_ERROR", "TLS_CERTIFICATE", "TLS_ALERT"})
  void eachFailureOfTlsCountsAsOne(Kind kind) {
    ExchangeFailure failure = new ExchangeFailure(kind, "10.0.0.1: the certificate has expired");

    assertThat(ServerFailure.ofConnect(failure)).isEqualTo(ServerFailure.TLS);
    assertThat(ServerFailure.ofExchange(failure)).isEqualTo(ServerFailure.TLS);
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECTION_REFUSED, CONNECT, RESET",
    "CONNECTION_TIMEOUT, CONNECT, TIMEOUT",
    "DNS_ERROR, CONNECT, RESET",
    "RESPONSE_MALFORMED, MALFORMED, MALFORMED",
    "RESPONSE_HEAD_TIMEOUT, CONNECT, TIMEOUT",
    "CONNECTION_TERMINATED, CONNECT, RESET"
  })
  void kindDependsOnTheMomentOfTheFailure(
      Kind kind, ServerFailure whileConnecting, ServerFailure later) {
    ExchangeFailure failure = new ExchangeFailure(kind, "10.0.0.1: failed");

    assertThat(ServerFailure.ofConnect(failure)).isEqualTo(whileConnecting);
    assertThat(ServerFailure.ofExchange(failure)).isEqualTo(later);
  }
}
