package io.lychgate.gateway.story;

import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.LedgerConfig;

/** Configurations of stories that differ from the defaults in a section. */
final class GatewayConfigs {
  private GatewayConfigs() {}

  static GatewayConfig with(GatewayConfig plain, LedgerConfig ledger, AccessLogConfig accessLog) {
    return new GatewayConfig(
        plain.listeners(),
        plain.upstreams(),
        plain.sites(),
        plain.push(),
        ledger,
        plain.learn(),
        plain.experiments(),
        plain.priority(),
        plain.cache(),
        plain.limits(),
        plain.admin(),
        plain.store(),
        plain.upgrade(),
        accessLog,
        plain.tracing(),
        plain.plugins(),
        plain.publishing(),
        plain.acme(),
        plain.origin(),
        plain.baseDirectory());
  }
}
