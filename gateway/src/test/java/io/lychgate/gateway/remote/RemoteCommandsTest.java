package io.lychgate.gateway.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

final class RemoteCommandsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"valid\":true,\"problems\":[]} | false",
        "{\"valid\":false,\"problems\":[]} | true",
        "{\"whole\":false} | true",
        "{\"rows\":[{\"whole\":false}]} | false",
        "[] | false",
      })
  void checkThatFailsIsANegativeResult(String json, boolean isNegative) {
    assertThat(RemoteCall.isNegative(JsonMapper.shared().readTree(json))).isEqualTo(isNegative);
  }

  @Test
  void fileThatIsMissingIsWrongUseAndNoFailureOfTheGateway() {
    StringWriter printed = new StringWriter();
    PrintWriter err = new PrintWriter(printed);

    assertThat(RemoteCall.failed(new NoSuchFileException("token"), err)).isEqualTo(2);
    assertThat(RemoteCall.failed(new IOException("no response"), err)).isEqualTo(3);
    assertThat(printed.toString().lines())
        .containsExactly("lychgate: token: not found (expected: a file)", "lychgate: no response");
  }

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
