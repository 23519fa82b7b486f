package io.lychgate.gateway.config;

import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogTarget;
import java.nio.file.Path;
import java.util.List;

/** The access logs; none if the list is empty. */
public record AccessLogConfig(List<LogConfig> logs) {

  public AccessLogConfig {
    logs = List.copyOf(logs);
  }

  public static AccessLogConfig off() {
    return new AccessLogConfig(List.of());
  }

  public static AccessLogConfig stdout() {
    return new AccessLogConfig(List.of(LogConfig.plain(new LogTarget.Stdout())));
  }

  public static AccessLogConfig file(Path path) {
    return new AccessLogConfig(List.of(LogConfig.plain(new LogTarget.ToFile(path, null))));
  }
}
