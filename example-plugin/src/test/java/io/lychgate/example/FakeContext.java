package io.lychgate.example;

import io.lychgate.plugin.PluginConfig;
import io.lychgate.plugin.PluginContext;
import java.util.Map;
import java.util.concurrent.Executor;

/** A context that runs tasks at once and drops log lines. */
record FakeContext(PluginConfig config) implements PluginContext {
  static FakeContext of(Map<String, ?> values) {
    return new FakeContext(PluginConfig.of(values));
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }

  @Override
  public void log(System.Logger.Level level, String text) {}
}
