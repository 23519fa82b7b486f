package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DesignFitTest {
  private static final Design CONGESTION = Designs.with(
      Designs.hints("a", "one", 1000),
      Factor.CONGESTION,
      Unit.NETWORK,
      List.of(new Arm("old", "cubic", 1), new Arm("new", "bbr", 1)));

  private static GatewayConfig config(EnumSet<Protocol> protocols) {
    ListenerConfig listener = ListenerConfig.builder(
            "tls",
            "127.0.0.1",
            0,
            TlsConfig.of(new TlsConfig.Certificate(Path.of("a.pem"), Path.of("a.key"))))
        .protocols(protocols)
        .build();
    RouteConfig page =
        RouteConfig.of("page", PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"));
    SiteConfig site = new SiteConfig(List.of(HostPattern.of("shop")), List.of(page));
    return GatewayConfig.of(
        List.of(listener), Map.of(), List.of(site), Path.of("").toAbsolutePath());
  }

  private static List<String> problems(EnumSet<Protocol> protocols) {
    return DesignFit.problems(CONGESTION, config(protocols), Set.of("cubic", "bbr"));
  }

  @Test
  void congestionControlOfHttp3AloneIsRefused() {
    assertThat(problems(EnumSet.of(Protocol.HTTP_3)))
        .containsExactly(
            "factor: congestion, but all listeners with TLS have HTTP/3 alone (expected: a listener with HTTP/1.1 or HTTP/2: QUIC has one congestion control for each listener, quic.congestionControl, and not one for each arm)");
    assertThat(problems(EnumSet.of(Protocol.HTTP_3, Protocol.HTTP_2))).isEmpty();
  }

  @Test
  void congestionControlThatTheKernelLacksIsRefused() {
    assertThat(
            DesignFit.problems(CONGESTION, config(EnumSet.allOf(Protocol.class)), Set.of("cubic")))
        .containsExactly(
            "arms.value: bbr (expected: a congestion control that the kernel allows: cubic)");
  }
}
