package io.lychgate.gateway;

import io.lychgate.gateway.plugin.PluginAccount;
import io.lychgate.gateway.plugin.PluginFailure;
import io.lychgate.gateway.plugin.PluginHost;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The metrics of plug-ins, by name. Those of a plug-in appear with its first use. */
final class PluginMeters {
  private PluginMeters() {}

  static void bind(PluginHost host, MeterRegistry registry) {
    host.onAccount(account -> bind(account, registry));
  }

  private static void bind(PluginAccount account, MeterRegistry registry) {
    Tags tags = Tags.of("plugin", account.name());
    FunctionCounter.builder("lychgate.plugin.calls", account, PluginAccount::calls)
        .tags(tags)
        .register(registry);
    FunctionCounter.builder("lychgate.plugin.slow.calls", account, PluginAccount::slowCalls)
        .tags(tags)
        .register(registry);
    for (PluginFailure failure : PluginFailure.values()) {
      FunctionCounter.builder(
              "lychgate.plugin.failures", account, counted -> counted.failures(failure))
          .tags(tags.and("cause", failure.token()))
          .register(registry);
    }
  }
}
