package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.NewestJdk;
import java.net.BindException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NewestJdk
final class BindFailureTest {
  @ParameterizedTest
  @CsvSource({
    "Address already in use, Address already in use (expected: a port that no other process uses)",
    "'bind(..) failed with error(-98): Address already in use', Address already in use (expected: a port that no other process uses)",
    "Permission denied, 'Permission denied (expected: a port that this user may open, such as one above 1023, or a socket of systemd)'",
    "Cannot assign requested address, Cannot assign requested address (expected: an address of this machine)",
    "Unresolved address, Unresolved address (expected: an address and port that are free)",
  })
  void messageHasTheReasonAndWhatIsExpected(String cause, String message) {
    BindFailure failure = new BindFailure("listener public: 0.0.0.0:443", new BindException(cause));

    assertThat(failure).hasMessage("listener public: 0.0.0.0:443: " + message);
  }
}
