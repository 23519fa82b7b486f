package io.lychgate.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.plugin.PluginSelection;
import io.lychgate.plugin.PluginServer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerByPathTest {
  private static final PluginServer A = new PluginServer("http://a:80", 1, 0, "", 0, 0);
  private static final PluginServer B = new PluginServer("http://b:80", 1, 0, "", 0, 0);
  private static final PluginServer HEAVY = new PluginServer("http://c:80", 2, 0, "", 0, 0);

  private static PluginServer chosen(int page, List<PluginServer> servers) {
    return servers.get(ServerByPath.choose("/page/" + page, servers, 1000));
  }

  @Test
  void partsFollowTheWeights() {
    int heavy = 0;
    int first = 0;
    for (int page = 0; page < 10_000; page++) {
      PluginServer server = chosen(page, List.of(A, B, HEAVY));
      heavy += server.equals(HEAVY) ? 1 : 0;
      first += server.equals(A) ? 1 : 0;
    }
    assertThat(heavy).isBetween(4700, 5300);
    assertThat(first).isBetween(2200, 2800);
  }

  @Test
  void onlyPathsOfAServerThatLeavesMove() {
    for (int page = 0; page < 1000; page++) {
      PluginServer before = chosen(page, List.of(A, B, HEAVY));
      if (!before.equals(B)) {
        assertThat(chosen(page, List.of(HEAVY, A))).isEqualTo(before);
      }
    }
  }

  @Test
  void busyServersArePassedOver() {
    PluginServer busy = new PluginServer("http://a:80", 1, 0, "", 5, 0);

    assertThat(ServerByPath.choose("/", List.of(busy, B), 5)).isEqualTo(1);
    assertThat(ServerByPath.choose("/", List.of(busy), 5)).isEqualTo(PluginSelection.ANY);
  }
}
