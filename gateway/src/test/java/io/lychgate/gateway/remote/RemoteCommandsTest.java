package io.lychgate.gateway.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RemoteCommandsTest {

  @ParameterizedTest
  @CsvSource({
    "audit verify -c gateway.yaml, false",
    "audit verify --config=gateway.yaml, false",
    "audit verify, true",
    "audit verify --server https://gate.example -c gateway.yaml, true",
  })
  void commandWithAConfigurationIsOfThisMachineAlthoughTheEnvironmentNamesAGateway(
      String line, boolean isAddressed) {
    Map<String, String> environment = Map.of("LYCHGATE_SERVER", "https://gate.example");

    assertThat(RemoteCommands.isAddressed(environment, line.split(" "))).isEqualTo(isAddressed);
  }
}
