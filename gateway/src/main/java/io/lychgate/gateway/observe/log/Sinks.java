package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogTarget;
import java.io.IOException;

/** Opens destinations. */
final class Sinks {
  private Sinks() {}

  static LogSink open(LogConfig log) throws IOException {
    LogTarget to = log.to();
    if (to instanceof LogTarget.ToFile file) {
      FileSink sink = new FileSink(file.path(), file.mode());
      return file.rotation() == null ? sink : new RotatingSink(sink, file.path(), file.rotation());
    }
    if (to instanceof LogTarget.Syslog syslog) {
      return SyslogSink.open(syslog);
    }
    if (to instanceof LogTarget.Otlp otlp) {
      return new OtlpSink(otlp.collector(), log.format());
    }
    return StreamSink.stdout();
  }
}
