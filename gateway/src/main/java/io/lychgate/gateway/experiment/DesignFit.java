package io.lychgate.gateway.experiment;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.SplitConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks whether a design has an effect with the configuration in force. */
final class DesignFit {
  private final Design design;
  private final GatewayConfig config;
  private final List<String> problems = new ArrayList<>();
  private final List<RouteConfig> routes = new ArrayList<>();
  private final List<SiteConfig> sites = new ArrayList<>();

  private DesignFit(Design design, GatewayConfig config) {
    this.design = design;
    this.config = config;
  }

  /**
   * Returns the reasons for which the design does not work here; none if it does.
   *
   * @param congestion the congestion controls that the kernel offers to TCP
   */
  public static List<String> problems(Design design, GatewayConfig config, Set<String> congestion) {
    DesignFit fit = new DesignFit(design, config);
    fit.places();
    fit.unit();
    fit.factor(congestion);
    return fit.problems;
  }

  private void problem(String field, String got, String expected) {
    problems.add(field + ": " + got + " (expected: " + expected + ")");
  }

  private void places() {
    List<String> known = config.sites().stream().map(DesignFit::nameOf).toList();
    for (String name : design.sites()) {
      config.sites().stream()
          .filter(site -> nameOf(site).equals(name))
          .findFirst()
          .ifPresentOrElse(
              sites::add, () -> problem("sites", name, "the first host of a site: " + some(known)));
    }
    sites.forEach(site -> routes.addAll(site.routes()));
    List<String> ids = routes.stream().map(RouteConfig::id).toList();
    for (String id : design.routes()) {
      if (!ids.contains(id)) {
        problem("routes", id, "a route of these sites: " + some(ids));
      }
    }
    if (!design.routes().isEmpty()) {
      routes.removeIf(route -> !design.routes().contains(route.id()));
    }
  }

  /** Returns the name of a site in experiments and in counters. */
  public static String nameOf(SiteConfig site) {
    return site.hosts().get(0).toString();
  }

  private static String some(List<String> names) {
    int shown = Math.min(10, names.size());
    return String.join(", ", names.subList(0, shown)) + (shown < names.size() ? ", …" : "");
  }

  private void unit() {
    if (design.unit() == Unit.VISITOR && !config.experiments().cookieEnabled()) {
      problem(
          "unit",
          "visitor",
          "network, or experiments.cookie.enabled: true in gateway.yaml, which lets the gateway set a cookie");
    }
    if (design.unit() == Unit.VISITOR
        && config.listeners().stream().noneMatch(listener -> listener.tls() != null)) {
      problem("unit", "visitor", "a listener with TLS: the cookie is sent over TLS only");
    }
  }

  private void factor(Set<String> congestion) {
    switch (design.factor()) {
      case PROTOCOL -> protocols();
      case COMPRESSION -> {
        for (RouteConfig route : routes) {
          SiteConfig site = sites.stream()
              .filter(each -> each.routes().contains(route))
              .findFirst()
              .orElseThrow();
          if (route.policies().within(site.policies()).get(CompressPolicy.class) == null) {
            problem("routes", route.id() + " without compress", "routes with the policy compress");
          }
        }
      }
      case CONGESTION -> {
        listenersWithTcp();
        for (Arm arm : design.arms()) {
          if (!congestion.contains(arm.value())) {
            problem(
                "arms.value",
                arm.value(),
                "a congestion control that the kernel allows: "
                    + (congestion.isEmpty() ? "it offers none" : some(List.copyOf(congestion))));
          }
        }
      }
      case SPLIT -> routes.forEach(this::split);
      default -> {}
    }
  }

  /** The codec of QUIC takes its congestion control from its listener, and all connections of the listener share it. */
  private void listenersWithTcp() {
    boolean hasTcp = config.listeners().stream()
        .filter(listener -> listener.tls() != null)
        .anyMatch(
            listener -> listener.speaks(Protocol.HTTP_1_1) || listener.speaks(Protocol.HTTP_2));
    if (!hasTcp) {
      problem(
          "factor",
          "congestion, but all listeners with TLS have HTTP/3 alone",
          "a listener with HTTP/1.1 or HTTP/2: QUIC has one congestion control for each listener, quic.congestionControl, and not one for each arm");
    }
  }

  private void protocols() {
    for (Arm arm : design.arms()) {
      boolean isServed = config.listeners().stream()
          .filter(listener -> listener.tls() != null)
          .anyMatch(listener -> speaks(listener, arm.value()));
      if (!isServed) {
        problem("arms.value", arm.value(), "a protocol of a listener with TLS");
      }
    }
  }

  private static boolean speaks(ListenerConfig listener, String token) {
    return switch (token) {
      case "h1" -> listener.speaks(Protocol.HTTP_1_1);
      case "h2" -> listener.speaks(Protocol.HTTP_2);
      default -> listener.speaks(Protocol.HTTP_3);
    };
  }

  private void split(RouteConfig route) {
    SplitConfig split =
        route.action() instanceof RouteAction.ProxyAction proxy ? proxy.split() : null;
    if (split == null) {
      problem("routes", route.id() + " without split", "routes whose proxy has a split");
      return;
    }
    List<String> names = split.sides().stream().map(SplitConfig.Side::upstream).toList();
    for (Arm arm : design.arms()) {
      if (!names.contains(arm.value())) {
        problem(
            "arms.value", arm.value(), "a side of the split of " + route.id() + ": " + some(names));
      }
    }
  }
}
