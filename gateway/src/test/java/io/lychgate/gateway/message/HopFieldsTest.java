package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HopFieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x-user | ''",
        "keep-alive, X-User | keep-alive",
        "X-USER,Upgrade, x-user | Upgrade",
        "x-user2, my-x-user | x-user2, my-x-user"
      })
  void fieldOfTheGatewayIsNoLongerNominated(String connection, String rest) {
    Fields fields = new Fields().add(HttpHeaderNames.CONNECTION, connection);

    HopFields.unname(fields, AsciiString.cached("x-user"));

    assertThat(fields.get(HttpHeaderNames.CONNECTION)).hasToString(rest);
  }
}
