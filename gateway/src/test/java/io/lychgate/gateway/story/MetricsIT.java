package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The metrics as Prometheus reads them. */
final class MetricsIT {
  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  @Test
  void everyMetricHasADescription() {
    List<String> help = GATEWAY
        .process()
        .metrics()
        .lines()
        .filter(line -> line.startsWith("# HELP"))
        .toList();

    assertThat(help).anyMatch(line -> line.startsWith("# HELP lychgate_connections_open "));
    // The fourth word is the first one of the text.
    assertThat(help).allMatch(line -> line.split(" ", 4).length == 4 && !line.endsWith(" "));
  }
}
