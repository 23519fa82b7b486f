package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of servers beside the configuration. */
final class ServerFileTest {
  private final ServerFile reader = new ServerFile();

  @TempDir
  Path folder;

  private Path list(String text) throws IOException {
    return Files.writeString(folder.resolve("servers.yaml"), text);
  }

  @Test
  void onlyListOfAnUpstreamHasAServerForNewClients() throws IOException {
    Path resting = list("- { url: 'http://10.0.0.1:80', weight: 0 }");

    assertThat(reader.read(resting, true).problems())
        .singleElement()
        .asString()
        .contains("each server has weight 0 (expected: one with a weight above 0)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- http://app\n- http://app:80\n",
        "- http://app\n- { url: 'http://app', weight: 2 }\n",
        "- http://app\n- http://APP\n",
        "- http://[::1]\n- http://[0:0::1]\n"
      })
  void serverInTwoSpellingsIsAProblem(String text) throws IOException {
    assertThat(reader.read(list(text), true).problems())
        .singleElement()
        .asString()
        .contains(":2:", "(expected: each server once)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0", "10.0.0.256", "10.0.0.01", "app.10", "1", "0x7f000001", "10.0.0.1.:80"})
  void hostThatEndsInANumberIsAnAddress(String host) throws IOException {
    assertThat(reader.read(list("- http://10.0.0.1\n- http://" + host), true).problems())
        .singleElement()
        .asString()
        .contains(":2:", "(expected: a name, or an IPv4 address with four numbers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.2", "app1", "1.app", "0xapp", "[::1]", "app-1.test."})
  void hostIsANameOrAnAddress(String host) throws IOException {
    assertThat(reader.read(list("- http://10.0.0.1\n- http://" + host), true).problems())
        .isEmpty();
  }

  @Test
  void listBesideOtherServersMayRest() throws IOException {
    Path resting = list("- { url: 'http://10.0.0.1:80', weight: 0 }");

    assertThat(reader.read(resting, false).isValid()).isTrue();
  }
}
