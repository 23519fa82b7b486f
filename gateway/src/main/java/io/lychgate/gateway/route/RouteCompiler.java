package io.lychgate.gateway.route;

import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;

/** Compiles the configuration of one route, once for each snapshot. */
public interface RouteCompiler {
  Route compile(RouteConfig config, SiteConfig site);
}
