package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.netty.util.AsciiString;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrustedFieldsTest {
  private static final AsciiString USER = AsciiString.cached("x-user");

  private final TrustedFields trusted = new TrustedFields(List.of("x-user"));

  @ParameterizedTest
  @CsvSource({"X-User", "'close, x-USER'", "'x-user,upgrade ,X-User'", "x-other"})
  void clientCanNeitherSendNorRemoveTheField(String connection) {
    Fields fields = new Fields()
        .add(USER, "eve")
        .add(AsciiString.cached("connection"), connection)
        .add(USER, "eve");

    trusted.clear(fields);
    assertThat(fields.contains(USER)).isFalse();
    trusted.keep(fields);
    trusted.set(fields, 0, "ann");
    HopFields.strip(fields);

    assertThat(fields.get(USER)).hasToString("ann");
  }

  @ParameterizedTest
  @CsvSource({"'Upgrade, X-User', Upgrade", "keep-alive, keep-alive"})
  void otherOptionsStay(String connection, String kept) {
    Fields fields = new Fields().add(AsciiString.cached("connection"), connection);

    trusted.keep(fields);

    assertThat(fields.value(0)).hasToString(kept);
  }
}
