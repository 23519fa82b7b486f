package io.lychgate.gateway;

import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.log.AccessLog;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the configured access log. */
final class AccessLogs {
  private AccessLogs() {}

  static AccessLog open(AccessLogConfig config, TagValues skipReasons) throws IOException {
    Path path = config.path();
    if (path != null) {
      try {
        return AccessLog.file(path, skipReasons, true);
      } catch (IOException e) {
        throw new IOException("accessLog: " + path + " cannot be written (" + e + ")", e);
      }
    }
    return config.destination() == AccessLogConfig.Destination.STDOUT
        ? AccessLog.stdout(skipReasons, true)
        : AccessLog.off();
  }
}
