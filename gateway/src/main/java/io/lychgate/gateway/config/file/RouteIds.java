package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes generated route ids unique: a second {@code host/path} (with other methods) becomes {@code host/path#2}. */
final class RouteIds {
  private RouteIds() {}

  static List<SiteConfig> unique(List<SiteConfig> sites) {
    Set<String> taken = new HashSet<>();
    List<SiteConfig> result = new ArrayList<>();
    for (SiteConfig site : sites) {
      List<RouteConfig> routes = new ArrayList<>();
      for (RouteConfig route : site.routes()) {
        String id = route.id();
        for (int n = 2; !taken.add(id); n++) {
          id = route.id() + "#" + n;
        }
        routes.add(route.named(id));
      }
      result.add(new SiteConfig(
          site.hosts(), routes, site.altSvc(), site.mergesSlashes(), site.policies(), site.hasBench()));
    }
    return result;
  }
}
