package io.lychgate.gateway.route;

import io.lychgate.gateway.config.RouteConfig;
import io.lychgate.gateway.config.SiteConfig;

/** Compiles the configuration of one route, once for each snapshot. */
public interface RouteCompiler {
  Route compile(RouteConfig config, SiteConfig site);
}
